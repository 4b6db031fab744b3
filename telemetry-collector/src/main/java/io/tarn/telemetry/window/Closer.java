package io.tarn.telemetry.window;

import io.tarn.contracts.bus.VmPmuSample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** Makes the windows of minutes that close or are opened again; one way for both. */
public final class Closer {

  private final WindowRules rules;

  /**
   * @param rules what a window is
   */
  public Closer(WindowRules rules) {
    this.rules = rules;
  }

  /**
   * The windows of a minute.
   *
   * @param samples every sample of the minute, all VMs
   * @param closes whether it closes now; otherwise it was closed before, and only VMs of which
   *     something came late have a new window
   * @param late by VM, what came after it had closed
   * @param stored what is stored of a VM's window
   */
  public List<RevisedWindow> windows(
      Minute minute,
      List<VmPmuSample> samples,
      boolean closes,
      Map<String, LateSamples> late,
      BiFunction<String, Minute, Stored> stored) {
    List<RevisedWindow> windows = new ArrayList<>();
    byVm(samples)
        .forEach(
            (vm, ofVm) -> {
              LateSamples tardy = late.getOrDefault(vm, new LateSamples(0, 0));
              if (closes || tardy.reports() > 0) {
                Stored before = tardy.reports() > 0 ? stored.apply(vm, minute) : Stored.NONE;
                windows.add(
                    new RevisedWindow(
                        rules.window(vm, minute, ofVm),
                        revision(before, ofVm.size(), tardy),
                        before.features()));
              }
            });
    return windows;
  }

  /** The first closing is revision 1; each late report adds one. */
  private static int revision(Stored before, int samples, LateSamples late) {
    int closed = before.revision() > 0 ? before.revision() : samples > late.samples() ? 1 : 0;
    return closed + late.reports();
  }

  private static Map<String, List<VmPmuSample>> byVm(List<VmPmuSample> samples) {
    Map<String, List<VmPmuSample>> byVm = new LinkedHashMap<>();
    samples.forEach(
        sample -> byVm.computeIfAbsent(sample.getVmId(), vm -> new ArrayList<>()).add(sample));
    return byVm;
  }
}
