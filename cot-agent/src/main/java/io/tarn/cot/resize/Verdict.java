package io.tarn.cot.resize;

/**
 * What the resizer decided.
 *
 * @param state what it remembers; lines and tracked keys in it are those to use from now on
 * @param action what to do
 * @param reason why, for people
 */
public record Verdict(ResizerState state, Action action, String reason) {}
