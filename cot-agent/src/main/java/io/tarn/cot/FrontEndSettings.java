package io.tarn.cot;

import io.tarn.cot.frontend.RunLimits;
import io.tarn.cot.resize.ResizerPolicy;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What the front end's process is told, checked.
 *
 * @param backEnds how many back ends in memory
 * @param ring how keys are spread over them
 * @param skew s of the Zipf distribution
 * @param keys how many keys there are
 * @param updates share of accesses that are updates
 * @param seed of the stream of accesses
 * @param startLines cache lines at first
 * @param policy of the resizer
 * @param limits when the run and its epochs end
 * @param kafka settings of Kafka's client, bootstrap servers among them; absent for a run without a
 *     bus
 * @param state directory for the incarnation; absent to take the clock's word
 */
record FrontEndSettings(
    String frontEndId,
    int backEnds,
    RingKind ring,
    double skew,
    int keys,
    double updates,
    long seed,
    int startLines,
    ResizerPolicy policy,
    RunLimits limits,
    Optional<Map<String, Object>> kafka,
    Optional<Path> state) {

  FrontEndSettings {
    kafka = kafka.map(Map::copyOf);
  }
}
