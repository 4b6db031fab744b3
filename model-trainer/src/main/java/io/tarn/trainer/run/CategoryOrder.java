package io.tarn.trainer.run;

import io.tarn.contracts.feature.Categories;
import io.tarn.contracts.feature.VmTraits;
import io.tarn.trainer.dataset.VmCase;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Numbers names by the mean share that their VMs left untouched, so that a tree can split them. */
final class CategoryOrder {

  private CategoryOrder() {}

  static Categories of(List<VmCase> fitted) {
    return new Categories(
        ordered(fitted, VmTraits::vmType),
        ordered(fitted, VmTraits::guestOs),
        ordered(fitted, VmTraits::region));
  }

  private static List<String> ordered(List<VmCase> vms, Function<VmTraits, String> name) {
    Map<String, double[]> sumAndCount = new HashMap<>();
    for (VmCase vm : vms) {
      double[] entry = sumAndCount.computeIfAbsent(name.apply(vm.traits()), key -> new double[2]);
      entry[0] += vm.untouchedShare();
      entry[1]++;
    }
    sumAndCount.remove("");
    Comparator<Map.Entry<String, double[]>> byMean =
        Comparator.comparingDouble(entry -> entry.getValue()[0] / entry.getValue()[1]);
    return sumAndCount.entrySet().stream()
        .sorted(byMean.thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey)
        .limit(Categories.MOST)
        .toList();
  }
}
