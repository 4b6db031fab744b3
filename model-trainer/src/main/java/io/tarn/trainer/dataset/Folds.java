package io.tarn.trainer.dataset;

import io.tarn.contracts.model.Hashes;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Splits rows twice: by whole UTC days in the order of time (three fifths, one fifth, the rest),
 * and by workload into {@link #PARTS} parts. No forest sees the last part, a pair is judged on it.
 * The others are what forests are fitted on, and the operating point is chosen on them too, each VM
 * scored by a forest that has not seen its part.
 *
 * @param calibrateFromMillis the first day of calibration
 * @param evaluateFromMillis the first day of evaluation
 * @param seed of the split by workload
 */
public record Folds(long calibrateFromMillis, long evaluateFromMillis, long seed) {

  static final long DAY_MILLIS = 86_400_000;

  /** Parts that the workloads are split into. */
  static final int PARTS = 4;

  /** The part that no forest is fitted on. */
  static final int EVALUATED = PARTS - 1;

  private static final int LEAST_DAYS = 3;

  /**
   * The folds of a dataset. Its days are those from which there are both VMs and counters: a VM
   * that was there long before counters were kept must not push every other one into the last fold.
   *
   * @throws RefusedDataException when it spans fewer than three days
   */
  public static Folds of(Dataset dataset, long seed) {
    if (dataset.vms().isEmpty()) {
      throw RefusedDataException.tooLittle("there is no VM that has left and was scanned well");
    }
    long firstMillis =
        dataset.workloads().stream()
            .mapToLong(WorkloadRow::dayStartMillis)
            .min()
            .orElse(dataset.vms().get(0).startedMillis());
    long firstDay = Math.max(firstMillis, dataset.vms().get(0).startedMillis()) / DAY_MILLIS;
    long lastDay = dataset.vms().get(dataset.vms().size() - 1).startedMillis() / DAY_MILLIS;
    long days = lastDay - firstDay + 1;
    if (days < LEAST_DAYS) {
      throw RefusedDataException.tooLittle(
          "VMs of "
              + days
              + " days, needed are "
              + LEAST_DAYS
              + ": one each to fit on, to"
              + " calibrate on and to evaluate on");
    }
    long fit = Math.max(1, days * 3 / 5);
    long calibrate = Math.max(1, days / 5);
    return new Folds(
        (firstDay + fit) * DAY_MILLIS, (firstDay + fit + calibrate) * DAY_MILLIS, seed);
  }

  /** The fold of a moment. */
  public Fold ofTime(long millis) {
    if (millis < calibrateFromMillis) {
      return Fold.FIT;
    }
    return millis < evaluateFromMillis ? Fold.CALIBRATE : Fold.EVALUATE;
  }

  /**
   * The part of a workload, or of a VM whose workload is not known, from 0 to {@link #EVALUATED}.
   */
  int part(String unit) {
    String hash = Hashes.sha256((seed + "/" + unit).getBytes(StandardCharsets.UTF_8));
    return HexFormat.fromHexDigits(hash, 0, 1) % PARTS;
  }

  /**
   * Whether a forest may be fitted on a row.
   *
   * @param leftOut a part that this forest must not see either
   */
  boolean fits(WorkloadRow row, int leftOut) {
    int part = part(row.workloadId());
    return row.knownAtMillis() <= calibrateFromMillis && part != EVALUATED && part != leftOut;
  }

  /** Whether the model of untouched memory may be fitted on a VM: its end was known in time. */
  boolean fits(VmRow row) {
    return row.endedMillis() < calibrateFromMillis;
  }

  /** Whether the operating point is chosen on a VM, scored by a forest without this part. */
  boolean calibrates(VmRow row, int part) {
    return ofTime(row.startedMillis()) == Fold.CALIBRATE && part(row.unit()) == part;
  }

  /** The same days, split by workload with another seed. */
  Folds splitWith(long otherSeed) {
    return new Folds(calibrateFromMillis, evaluateFromMillis, otherSeed);
  }

  /** Whether a pair is judged on a VM. */
  boolean evaluates(VmRow row) {
    return ofTime(row.startedMillis()) == Fold.EVALUATE && part(row.unit()) == EVALUATED;
  }
}
