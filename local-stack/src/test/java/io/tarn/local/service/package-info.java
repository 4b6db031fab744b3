@NullMarked
package io.tarn.local.service;

import org.jspecify.annotations.NullMarked;
