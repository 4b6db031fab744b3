package io.tarn.local.identity;

import java.util.List;

/** What a token allows. */
public final class Scopes {

  /** To read everything. */
  public static final String READ = "tarn.read";

  /** To place and delete VMs. */
  public static final String PLACE = "tarn.place";

  /** To change hosts and pools. */
  public static final String ADMIN = "tarn.admin";

  /** To be the agent of one host. */
  public static final String AGENT = "tarn.agent";

  /** All of them. */
  public static final List<String> ALL = List.of(READ, PLACE, ADMIN, AGENT);

  private Scopes() {}
}
