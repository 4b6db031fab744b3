/**
 * Keeps the messages of the bus readable for those who wrote or will read them with another
 * version.
 */
@NullMarked
package io.tarn.contracts.schema;

import org.jspecify.annotations.NullMarked;
