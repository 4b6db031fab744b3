package io.tarn.contracts.emc;

import java.util.List;

/**
 * The entries that were named, as they are afterwards, in the order asked; to be confirmed by
 * reading back.
 *
 * @param entries one for each floor
 */
public record GenerationReply(List<TableEntry> entries) {

  /** Copies the collection. */
  public GenerationReply {
    entries = List.copyOf(entries);
  }
}
