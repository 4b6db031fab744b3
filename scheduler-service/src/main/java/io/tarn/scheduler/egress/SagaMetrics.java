package io.tarn.scheduler.egress;

import io.micrometer.core.instrument.MeterRegistry;
import io.tarn.contracts.placement.PlacementKind;
import io.tarn.scheduler.placement.Rejection;
import io.tarn.scheduler.saga.GrantReply;
import io.tarn.scheduler.saga.SagaMeter;
import io.tarn.scheduler.saga.Vm;
import java.util.List;
import java.util.Locale;

/** Counters of what happens to VMs. */
public final class SagaMetrics implements SagaMeter {

  private final MeterRegistry registry;

  /**
   * @param registry holds the counters
   */
  public SagaMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void placed(Vm vm) {
    PlacementKind kind = PlacementKind.of(vm.place().localMiB(), vm.place().poolGiB());
    registry.counter("tarn.placements", "kind", kind.name().toLowerCase(Locale.ROOT)).increment();
  }

  @Override
  public void refused(List<Rejection> reasons) {
    String first = reasons.isEmpty() ? "unknown" : reasons.get(0).reason();
    registry.counter("tarn.placements.refused", "reason", first).increment();
  }

  @Override
  public void contended() {
    registry.counter("tarn.placements.contended").increment();
  }

  @Override
  public void answered(GrantReply reply) {
    registry.counter("tarn.grants", "reply", reply.getClass().getSimpleName()).increment();
  }

  @Override
  public void tookOver() {
    registry.counter("tarn.placements.taken.over").increment();
  }
}
