package io.tarn.cot.frontend;

/**
 * What a run came to.
 *
 * @param accesses reads and updates
 * @param lines cache lines at the end
 * @param trackedKeys tracked keys at the end
 * @param unattainable whether the target was found out of reach
 * @param epochs how many ended, insufficient ones among them
 * @param sinceResize what happened since the cache last changed its size
 * @param whole the whole run
 */
public record Outcome(
    long accesses,
    int lines,
    int trackedKeys,
    boolean unattainable,
    long epochs,
    Stretch sinceResize,
    Stretch whole) {}
