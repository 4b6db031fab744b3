package io.tarn.telemetry.ingress;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bodies of lists. */
final class Pages {

  private Pages() {}

  /**
   * A page.
   *
   * @param items in order
   * @param next cursor of the page after this; absent when this is the last
   */
  record Page<T>(List<T> items, @Nullable String next) {

    /** Copies the list. */
    Page {
      items = List.copyOf(items);
    }
  }

  /**
   * A page of a VM's windows.
   *
   * @param vmId the VM
   * @param known whether the scheduler has told of the VM
   * @param featureNames in the order of each window's features
   * @param items in the order of start
   * @param next cursor of the page after this; absent when this is the last
   * @param ageMillis since the newest of the VM's windows closed; absent when there is none
   */
  record WindowPage<T>(
      String vmId,
      boolean known,
      List<String> featureNames,
      List<T> items,
      @Nullable String next,
      @Nullable Long ageMillis) {

    /** Copies the lists. */
    WindowPage {
      featureNames = List.copyOf(featureNames);
      items = List.copyOf(items);
    }
  }
}
