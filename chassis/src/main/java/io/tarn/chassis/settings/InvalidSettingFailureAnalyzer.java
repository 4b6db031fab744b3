package io.tarn.chassis.settings;

import io.tarn.contracts.InvalidField;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Says in the log which property keeps a service from starting, what it is and what would be
 * accepted: in one sentence, wherever it was found out.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class InvalidSettingFailureAnalyzer extends AbstractFailureAnalyzer<InvalidField> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, InvalidField cause) {
    return new FailureAnalysis(
        cause.getMessage() + ".",
        "Set "
            + cause.field()
            + " to what is accepted, or leave it out for its default, and start again.",
        cause);
  }
}
