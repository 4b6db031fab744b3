package io.tarn.trainer.ingress;

import io.tarn.trainer.registry.PairView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some pairs.
 *
 * @param items the pairs, by id
 * @param next cursor of the next page; absent on the last
 */
record ModelPage(List<PairView> items, @Nullable String next) {

  ModelPage {
    items = List.copyOf(items);
  }
}
