package io.tarn.contracts.feature;

import java.util.List;

/** The features from which untouched memory is predicted, before a VM runs. */
public final class UntouchedFeatures {

  /** Version of what follows; raise it with every change of order, unit or formula. */
  public static final int VERSION = 1;

  /** Names of the features, in order. */
  public static final List<String> NAMES =
      List.of(
          "memoryMiB",
          "vcpus",
          "memoryMiBPerVcpu",
          "vmType",
          "guestOs",
          "region",
          "workloadKnown",
          "customerKnown",
          "customerVms",
          "customerP05",
          "customerP25",
          "customerP50",
          "customerP75",
          "customerAgeHours",
          "customerTypeKnown",
          "customerTypeVms",
          "customerTypeP05",
          "customerTypeP25",
          "customerTypeP50",
          "customerTypeP75",
          "customerTypeAgeHours");

  /** Version and names. */
  public static final FeatureSchema SCHEMA = new FeatureSchema("untouched", VERSION, NAMES);

  /** Stands in the places of a history that there is not; its flag is 0 then. */
  public static final float NO_HISTORY = -1;

  private static final double MILLIS_PER_HOUR = 3_600_000;

  private UntouchedFeatures() {}

  /**
   * The vector of a VM.
   *
   * @param traits what is known of it
   * @param categories the dictionary of the model that shall see the vector
   */
  public static float[] of(VmTraits traits, Categories categories) {
    float[] vector = new float[NAMES.size()];
    vector[0] = traits.memoryMiB();
    vector[1] = traits.vcpus();
    vector[2] = (float) ((double) traits.memoryMiB() / traits.vcpus());
    vector[3] = Categories.code(categories.vmTypes(), traits.vmType());
    vector[4] = Categories.code(categories.guestOses(), traits.guestOs());
    vector[5] = Categories.code(categories.regions(), traits.region());
    vector[6] = traits.workloadKnown() ? 1 : 0;
    fill(vector, 7, traits.customerPast());
    fill(vector, 14, traits.customerTypePast());
    return vector;
  }

  private static void fill(float[] vector, int from, UntouchedPast past) {
    boolean known = past.known();
    vector[from] = known ? 1 : 0;
    vector[from + 1] = past.vms();
    vector[from + 2] = known ? past.p05() : NO_HISTORY;
    vector[from + 3] = known ? past.p25() : NO_HISTORY;
    vector[from + 4] = known ? past.p50() : NO_HISTORY;
    vector[from + 5] = known ? past.p75() : NO_HISTORY;
    vector[from + 6] = known ? (float) (past.ageMillis() / MILLIS_PER_HOUR) : NO_HISTORY;
  }
}
