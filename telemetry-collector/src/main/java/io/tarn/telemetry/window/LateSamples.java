package io.tarn.telemetry.window;

/**
 * What came for a VM's window after it had closed.
 *
 * @param reports that brought something
 * @param samples that they brought
 */
public record LateSamples(int reports, int samples) {

  LateSamples plus(LateSamples more) {
    return new LateSamples(reports + more.reports, samples + more.samples);
  }
}
