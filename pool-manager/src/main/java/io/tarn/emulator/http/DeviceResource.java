package io.tarn.emulator.http;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.contracts.emc.DirtyView;
import io.tarn.contracts.emc.DirtyView.DirtySlice;
import io.tarn.contracts.emc.GenerationRequest;
import io.tarn.contracts.emc.MeantDevice;
import io.tarn.contracts.emc.OwnerChangeRequest;
import io.tarn.contracts.emc.ScrubRequest;
import io.tarn.emulator.fault.FaultPlan;
import io.tarn.emulator.fault.FaultyEmc;
import io.tarn.emulator.journal.DeviceDirectory;
import io.tarn.emulator.table.Device;
import io.tarn.emulator.table.Emc;
import io.tarn.emulator.table.Entry;
import io.tarn.emulator.table.Table;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** What the paths below {@code /v1/emcs/{poolId}} do. */
final class DeviceResource {

  private static final int MOST_GIB = 1024;

  private final DeviceDirectory devices;
  private final Runnable death;
  private final Map<String, FaultyEmc> faulty = new ConcurrentHashMap<>();

  /**
   * @param devices what is plugged in
   * @param death what a fault that ends the process calls
   */
  DeviceResource(DeviceDirectory devices, Runnable death) {
    this.devices = devices;
    this.death = death;
  }

  Answer health() {
    List<String> damaged =
        devices.devices().entrySet().stream()
            .filter(device -> device.getValue() instanceof Device.Damaged)
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    return Answer.ok(Map.of("status", "UP", "emcs", devices.devices().size(), "damaged", damaged));
  }

  Answer plugIn(String poolId, Request request) throws ProblemException {
    request.checkParameters(List.of("capacityGiB"));
    int capacityGiB = request.number("capacityGiB", 1, MOST_GIB);
    try {
      Check.id("poolId", poolId);
      boolean made = devices.plugIn(poolId, capacityGiB);
      Table table = working(poolId).table();
      if (table.capacityGiB() != capacityGiB) {
        return Answer.refused(
            Problem.of(
                409,
                "emc-capacity-fixed",
                "the device of pool " + poolId + " has " + table.capacityGiB() + " GiB"));
      }
      return new Answer(made ? 201 : 200, table.view());
    } catch (InvalidField e) {
      throw new ProblemException(invalid(e));
    } catch (IOException e) {
      throw storeFailed(e);
    }
  }

  Answer table(String poolId, Request request) throws ProblemException {
    Table table = read(poolId, request);
    return Answer.ok(table.view(entries(table, request)));
  }

  Answer dirty(String poolId, Request request) throws ProblemException {
    return Answer.ok(
        new DirtyView(
            entries(read(poolId, request), request).stream()
                .filter(Entry::dirty)
                .map(entry -> new DirtySlice(entry.slice(), entry.dirtySince()))
                .toList()));
  }

  /** Those that the request names; all of them when it names none. */
  private static List<Entry> entries(Table table, Request request) throws ProblemException {
    return request
        .numbers("slices", 0, table.capacityGiB() - 1)
        .map(numbers -> numbers.stream().map(table::entry).toList())
        .orElseGet(table::entries);
  }

  Answer slice(String poolId, String number, Request request) throws ProblemException {
    Table table = read(poolId, request);
    if (!number.matches("[0-9]{1,4}") || Integer.parseInt(number) >= table.capacityGiB()) {
      throw new ProblemException(
          Problem.of(
              404,
              "not-found",
              "pool " + poolId + " has the slices 0.." + (table.capacityGiB() - 1)));
    }
    return Answer.ok(table.entry(Integer.parseInt(number)).view());
  }

  Answer changeOwners(String poolId, Request request) throws ProblemException {
    FaultyEmc emc = meant(poolId, request);
    return answer(emc::change, JsonBody.read(request.body(), OwnerChangeRequest.class));
  }

  Answer scrub(String poolId, Request request) throws ProblemException {
    FaultyEmc emc = meant(poolId, request);
    return answer(emc::scrub, JsonBody.read(request.body(), ScrubRequest.class));
  }

  Answer raise(String poolId, Request request) throws ProblemException {
    FaultyEmc emc = meant(poolId, request);
    return answer(emc::raise, JsonBody.read(request.body(), GenerationRequest.class));
  }

  /** A request to a device. */
  private interface Call<Q, R> {
    R apply(Q request) throws IOException, InterruptedException;
  }

  private static <Q, R> Answer answer(Call<Q, R> call, Q request) throws ProblemException {
    try {
      return new Answer(200, call.apply(request));
    } catch (InvalidField e) {
      throw new ProblemException(invalid(e));
    } catch (IOException e) {
      throw storeFailed(e);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private Table read(String poolId, Request request) throws ProblemException {
    try {
      return meant(poolId, request).read();
    } catch (IOException e) {
      throw storeFailed(e);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private static ProblemException interrupted() {
    Thread.currentThread().interrupt();
    return new ProblemException(Problem.of(503, "emc-unavailable", "the emulator stops"));
  }

  /** The same, when it is the one that a request is meant for; another one does nothing. */
  private FaultyEmc meant(String poolId, Request request) throws ProblemException {
    UUID deviceId = working(poolId).table().deviceId();
    UUID meant = request.device();
    if (meant != null && !meant.equals(deviceId)) {
      throw new ProblemException(
          Problem.of(
              409,
              MeantDevice.REFUSAL,
              "this is device " + deviceId + ", the call is meant for device " + meant));
    }
    return emc(poolId);
  }

  /** The device of a pool with its faults. */
  FaultyEmc emc(String poolId) throws ProblemException {
    Emc emc = working(poolId);
    return faulty.computeIfAbsent(poolId, id -> new FaultyEmc(emc, new FaultPlan(), death));
  }

  private Emc working(String poolId) throws ProblemException {
    Device device =
        devices
            .device(poolId)
            .orElseThrow(
                () ->
                    new ProblemException(
                        Problem.of(404, "not-found", "no device for pool " + poolId)));
    if (device instanceof Device.Working working) {
      return working.emc();
    }
    String reason = ((Device.Damaged) device).reason();
    throw new ProblemException(Problem.of(503, "emc-damaged", reason));
  }

  private static Problem invalid(InvalidField e) {
    return Problem.invalid(e.field(), String.valueOf(e.getMessage()), e.accepted());
  }

  private static ProblemException storeFailed(IOException e) {
    return new ProblemException(
        Problem.of(503, "emc-unavailable", "the device failed: " + e.getMessage()));
  }
}
