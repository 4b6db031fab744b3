/**
 * Tarn's database: one schema and one least-privilege role per service, and the job that makes
 * them.
 */
@NullMarked
package io.tarn.db;

import org.jspecify.annotations.NullMarked;
