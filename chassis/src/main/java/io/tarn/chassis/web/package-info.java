/** What every HTTP edge shares: strict JSON, cursors, clients. */
@NullMarked
package io.tarn.chassis.web;

import org.jspecify.annotations.NullMarked;
