package io.tarn.trainer.dataset;

import io.tarn.contracts.model.Hashes;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Splits rows twice: by whole UTC days in the order of time (three fifths, one fifth, the rest),
 * and by workload, half of them for the forest and a quarter each for calibration and evaluation.
 *
 * @param calibrateFromMillis the first day of calibration
 * @param evaluateFromMillis the first day of evaluation
 * @param seed of the split by workload
 */
public record Folds(long calibrateFromMillis, long evaluateFromMillis, long seed) {

  static final long DAY_MILLIS = 86_400_000;

  private static final int LEAST_DAYS = 3;

  /**
   * The folds of a dataset.
   *
   * @throws RefusedDataException when it spans fewer than three days
   */
  public static Folds of(Dataset dataset, long seed) {
    if (dataset.vms().isEmpty()) {
      throw RefusedDataException.tooLittle("there is no VM that has left and was scanned well");
    }
    long firstDay = dataset.vms().get(0).startedMillis() / DAY_MILLIS;
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

  /** The fold of a workload, or of a VM whose workload is not known. */
  public Fold ofUnit(String unit) {
    String hash = Hashes.sha256((seed + "/" + unit).getBytes(StandardCharsets.UTF_8));
    return switch (HexFormat.fromHexDigits(hash, 0, 1) % 4) {
      case 0, 1 -> Fold.FIT;
      case 2 -> Fold.CALIBRATE;
      default -> Fold.EVALUATE;
    };
  }

  /** Whether the forest may be fitted on a row. */
  boolean fits(WorkloadRow row) {
    return row.knownAtMillis() <= calibrateFromMillis && ofUnit(row.workloadId()) == Fold.FIT;
  }

  /** Whether the model of untouched memory may be fitted on a VM: its end was known in time. */
  boolean fits(VmRow row) {
    return row.endedMillis() < calibrateFromMillis;
  }

  /** Whether a pair may be judged on a VM: of the fold's days, and of its workloads. */
  boolean judges(Fold fold, VmRow row) {
    return ofTime(row.startedMillis()) == fold && ofUnit(row.unit()) == fold;
  }
}
