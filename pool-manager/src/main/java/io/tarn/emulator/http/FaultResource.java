package io.tarn.emulator.http;

import io.tarn.contracts.Check;
import io.tarn.emulator.fault.Fault;
import io.tarn.emulator.fault.FaultPlan;
import io.tarn.emulator.fault.FaultSettings;
import io.tarn.emulator.fault.FaultyEmc;
import java.util.List;

/** What the paths {@code /v1/emcs/{poolId}/faults} do. */
final class FaultResource {

  private static final int MOST_FAULTS = 64;

  private final DeviceResource devices;
  private final FaultSettings settings;

  FaultResource(DeviceResource devices, FaultSettings settings) {
    this.devices = devices;
    this.settings = settings;
  }

  /** Faults as they are ordered. */
  record FaultOrder(List<Fault> faults) {

    FaultOrder {
      faults = Check.items("faults", faults);
      Check.range("faults.size", faults.size(), 0, MOST_FAULTS);
    }
  }

  /** Faults as they are. */
  record FaultView(List<FaultPlan.Progress> faults) {}

  Answer show(String poolId) throws ProblemException {
    return Answer.ok(new FaultView(allowed(poolId).plan().progress()));
  }

  Answer replace(String poolId, Request request) throws ProblemException {
    request.checkParameters(List.of());
    FaultyEmc emc = allowed(poolId);
    emc.plan().replace(JsonBody.read(request.body(), FaultOrder.class).faults());
    return show(poolId);
  }

  Answer clear(String poolId) throws ProblemException {
    allowed(poolId).plan().replace(List.of());
    return show(poolId);
  }

  private FaultyEmc allowed(String poolId) throws ProblemException {
    if (!settings.allowed()) {
      throw new ProblemException(
          Problem.of(
              409, "faults-not-allowed", "this emulator has no faults; start it with --faults"));
    }
    return devices.emc(poolId);
  }
}
