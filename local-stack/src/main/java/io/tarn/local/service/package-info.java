/** How each service of Tarn is started. */
@NullMarked
package io.tarn.local.service;

import org.jspecify.annotations.NullMarked;
