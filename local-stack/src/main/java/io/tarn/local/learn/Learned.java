package io.tarn.local.learn;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a run that learns has shown beside its placements.
 *
 * @param training what came of it; absent when nothing came before the run, so none was asked for
 * @param pair the pair that serves, as the trainer tells; absent when none does
 * @param judgement of the placements, by what is true
 * @param balance of the front end; absent when too little was heard of it
 */
public record Learned(
    @Nullable Training training,
    @Nullable JsonNode pair,
    Judgement judgement,
    @Nullable CacheBalance balance) {}
