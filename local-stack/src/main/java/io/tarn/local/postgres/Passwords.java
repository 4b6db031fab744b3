package io.tarn.local.postgres;

import io.tarn.db.ServiceSchema;
import io.tarn.local.home.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The passwords of a database's logins, made once and kept next to its data for their owner alone.
 *
 * @param byUser the password of each login
 */
public record Passwords(Map<String, String> byUser) {

  /** The login that may do everything. */
  public static final String ADMIN = "tarn_admin";

  private static final int BYTES = 18;

  /** Copies the collection. */
  public Passwords {
    byUser = Map.copyOf(byUser);
  }

  /** Reads the passwords, or makes them. */
  static Passwords in(Path file) throws IOException {
    Map<String, String> made = new LinkedHashMap<>();
    Json.read(file, Passwords.class).ifPresent(kept -> made.putAll(kept.byUser()));
    int kept = made.size();
    SecureRandom random = new SecureRandom();
    made.computeIfAbsent(ADMIN, user -> password(random));
    for (ServiceSchema service : ServiceSchema.values()) {
      // an earlier version may have had fewer services
      made.computeIfAbsent(service.role(), user -> password(random));
    }
    Passwords passwords = new Passwords(made);
    if (made.size() > kept) {
      Json.writeSecret(file, passwords);
    }
    return passwords;
  }

  /** The password of a login. */
  public String of(String user) {
    String password = byUser.get(user);
    if (password == null) {
      throw new IllegalArgumentException("there is no login " + user);
    }
    return password;
  }

  private static String password(SecureRandom random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  @Override
  public String toString() {
    return "passwords of " + byUser.keySet();
  }
}
