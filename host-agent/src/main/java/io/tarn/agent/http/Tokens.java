package io.tarn.agent.http;

import java.io.IOException;
import java.util.Optional;

/** Where a host's bearer token comes from. */
public interface Tokens {

  /** The host's token, read afresh; empty when none is to be sent. */
  Optional<String> token(String hostId) throws IOException;

  /** No token is sent. */
  static Tokens none() {
    return hostId -> Optional.empty();
  }
}
