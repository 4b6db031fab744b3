package io.tarn.scheduler.saga;

import org.jspecify.annotations.Nullable;

/**
 * A VM whose name was asked for before.
 *
 * @param vm its row
 * @param answer what was answered, once that is final
 */
public record Known(Vm vm, @Nullable Answer answer) {}
