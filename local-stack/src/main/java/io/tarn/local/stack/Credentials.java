package io.tarn.local.stack;

import io.tarn.local.identity.Scopes;
import io.tarn.local.identity.SigningKey;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The tokens of this process at a stack; none where the stack asks for none. */
public final class Credentials {

  /** For a stack that asks for no tokens. */
  public static final Credentials NONE = new Credentials(null);

  private static final Duration LIFETIME = Duration.ofDays(1);

  private final @Nullable String admin;

  private Credentials(@Nullable String admin) {
    this.admin = admin;
  }

  /** Tokens signed by a key. */
  static Credentials of(SigningKey key) {
    String scopes = String.join(" ", Scopes.READ, Scopes.PLACE, Scopes.ADMIN);
    return new Credentials(key.token("local-stack", scopes, null, LIFETIME));
  }

  /** A token that may read, place and change hosts and pools; null where none is asked for. */
  public @Nullable String admin() {
    return admin;
  }
}
