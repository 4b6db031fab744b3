package io.tarn.contracts.emc;

import org.jspecify.annotations.Nullable;

/**
 * One entry of an EMC's table.
 *
 * @param slice 0..capacity-1
 * @param owner the owner's port, 0..63; absent when the entry is not valid
 * @param generation rises by one with every change of the owner, from 0
 */
public record TableEntry(int slice, @Nullable Integer owner, long generation) {}
