/** Calls to the services' public API. */
@NullMarked
package io.tarn.local.rest;

import org.jspecify.annotations.NullMarked;
