package io.tarn.scheduler.policy;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Guests that are known to live with a NUMA node without cores.
 *
 * @param prefixes how their names begin, in any case; {@code *} for every guest, also one that was
 *     not named
 */
public record Guests(List<String> prefixes) {

  /** Every guest. */
  public static final Guests ANY = new Guests(List.of("*"));

  /** Copies the list, in lower case. */
  public Guests {
    prefixes = prefixes.stream().map(prefix -> prefix.toLowerCase(Locale.ROOT)).toList();
  }

  /** Whether a guest is one of them; one that was not named only if all are. */
  public boolean tolerate(@Nullable String guestOs) {
    if (prefixes.contains("*")) {
      return true;
    }
    return guestOs != null
        && prefixes.stream().anyMatch(guestOs.toLowerCase(Locale.ROOT)::startsWith);
  }
}
