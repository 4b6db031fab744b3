package io.tarn.scheduler.saga;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks at VMs without changing them; refused ones are not there. */
public interface VmQueries {

  /** One VM. */
  Optional<Vm> vm(String vmId);

  /**
   * VMs in the order of their names.
   *
   * @param phase only these; {@code null}: all
   * @param after the name before the first one wanted; empty: from the start
   */
  List<Vm> page(@Nullable Phase phase, String after, int limit);

  /** Where VMs are; those that are not there are left out. */
  Map<String, Phase> phases(Collection<String> vmIds);

  /** What the attempts of a VM were decided on, the first one first; empty when there is no VM. */
  List<DecisionRecord> decisions(String vmId);
}
