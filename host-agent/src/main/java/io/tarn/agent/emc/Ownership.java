package io.tarn.agent.emc;

import io.tarn.agent.slice.HeldSlice;
import io.tarn.contracts.emc.TableEntry;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rule by which a slice may come online: its EMC names this host's port at that generation. */
final class Ownership {

  private Ownership() {}

  /** Why a slice may not come online, or nothing when it may. */
  static Optional<String> refusal(HeldSlice wanted, @Nullable TableEntry entry) {
    if (entry == null) {
      return Optional.of("no-such-slice");
    }
    if (!Objects.equals(entry.owner(), wanted.port())) {
      return Optional.of("not-owner");
    }
    return entry.generation() == wanted.generation()
        ? Optional.empty()
        : Optional.of("other-generation");
  }
}
