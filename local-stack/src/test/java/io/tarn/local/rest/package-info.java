@NullMarked
package io.tarn.local.rest;

import org.jspecify.annotations.NullMarked;
