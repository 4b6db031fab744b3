package io.tarn.local.postgres;

import io.tarn.db.ServiceSchema;
import io.tarn.local.home.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

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
    Optional<Passwords> kept = Json.read(file, Passwords.class);
    if (kept.isPresent()) {
      return kept.get();
    }
    SecureRandom random = new SecureRandom();
    Map<String, String> made = new LinkedHashMap<>();
    made.put(ADMIN, password(random));
    for (ServiceSchema service : ServiceSchema.values()) {
      made.put(service.role(), password(random));
    }
    Passwords passwords = new Passwords(made);
    Json.writeSecret(file, passwords);
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
