/** What is said of properties that a service cannot start with. */
@NullMarked
package io.tarn.chassis.settings;

import org.jspecify.annotations.NullMarked;
