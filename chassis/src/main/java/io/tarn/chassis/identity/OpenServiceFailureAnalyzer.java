package io.tarn.chassis.identity;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says in the log what to set when an open service refuses to start. */
public final class OpenServiceFailureAnalyzer
    extends AbstractFailureAnalyzer<OpenServiceException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, OpenServiceException cause) {
    return new FailureAnalysis(
        cause.getMessage(),
        "Set tarn.identity.issuer, tarn.identity.audience and tarn.identity.jwks-uri, or bind to"
            + " loopback ("
            + cause.property()
            + "=127.0.0.1).",
        cause);
  }
}
