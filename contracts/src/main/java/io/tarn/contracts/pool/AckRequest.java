package io.tarn.contracts.pool;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import java.util.List;

/**
 * What one boot of a host has to say; at least one observation or report.
 *
 * @param bootId the boot in which it was seen; what another boot saw is refused
 * @param observations of slices, at most 4096
 * @param operations reports of operations, at most 4096; absent means none
 */
public record AckRequest(
    String bootId,
    List<Observation> observations,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<OperationReport> operations) {

  private static final int MOST = 4096;

  /** Fills the default, checks the ranges. */
  @SuppressWarnings("NullAway") // the default is filled here
  public AckRequest {
    Check.id("bootId", bootId);
    observations = Check.items("observations", observations);
    operations = operations == null ? List.of() : Check.items("operations", operations);
    int least = operations.isEmpty() ? 1 : 0;
    if (observations.size() < least || observations.size() > MOST) {
      throw new InvalidField("observations", observations.size() + " of them", least + ".." + MOST);
    }
    if (operations.size() > MOST) {
      throw new InvalidField("operations", operations.size() + " of them", "0.." + MOST);
    }
  }

  /** Observations without reports. */
  public AckRequest(String bootId, List<Observation> observations) {
    this(bootId, observations, List.of());
  }
}
