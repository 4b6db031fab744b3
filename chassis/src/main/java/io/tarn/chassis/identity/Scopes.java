package io.tarn.chassis.identity;

/** The scopes of tokens. */
public final class Scopes {

  /** May look. */
  public static final String READ = "tarn.read";

  /** May place and delete VMs. */
  public static final String PLACE = "tarn.place";

  /** May do everything but what only an agent may. */
  public static final String ADMIN = "tarn.admin";

  /** Is the agent of the host that the token names in its claim {@code tarn_host}. */
  public static final String AGENT = "tarn.agent";

  private Scopes() {}
}
