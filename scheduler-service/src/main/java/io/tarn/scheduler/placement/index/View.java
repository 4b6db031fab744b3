package io.tarn.scheduler.placement.index;

import java.util.HashMap;
import java.util.Map;

/** The entries whose hosts carry some labels, in grids by shape. */
final class View {

  private final Map<String, String> labels;
  private final Map<Shape, Grid> alone = new HashMap<>();
  private final Map<Shape, Grid> pooled = new HashMap<>();

  View(Map<String, String> labels) {
    this.labels = labels;
  }

  void add(Entry entry) {
    if (shows(entry)) {
      grids(entry.shape())
          .computeIfAbsent(entry.shape(), shape -> new Grid(shape.usableVcpus(), shape.usableMiB()))
          .add(entry.slot(), entry.host().freeVcpus(), entry.host().freeLocalMiB());
    }
  }

  void remove(Entry entry) {
    if (shows(entry)) {
      Grid grid = grids(entry.shape()).get(entry.shape());
      if (grid == null) {
        throw new IllegalStateException("no grid for " + entry.shape());
      }
      grid.remove(entry.slot(), entry.host().freeVcpus(), entry.host().freeLocalMiB());
    }
  }

  void search(Demand demand, Weights weights, Shortlist list) {
    if (demand.poolGiB() == 0) {
      alone.forEach((shape, grid) -> search(shape, grid, demand, weights, list));
    } else {
      pooled.forEach((shape, grid) -> search(shape, grid, demand, weights, list));
    }
  }

  private static void search(
      Shape shape, Grid grid, Demand demand, Weights weights, Shortlist list) {
    if (!shape.pooled() || shape.mayHold(demand.poolGiB())) {
      grid.search(
          demand.vcpus(), demand.localMiB(), shape.balance(demand.poolGiB()), weights, list);
    }
  }

  private Map<Shape, Grid> grids(Shape shape) {
    return shape.pooled() ? pooled : alone;
  }

  private boolean shows(Entry entry) {
    return entry.host().labels().entrySet().containsAll(labels.entrySet());
  }
}
