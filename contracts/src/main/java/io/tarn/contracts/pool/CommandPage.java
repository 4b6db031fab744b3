package io.tarn.contracts.pool;

import java.util.List;

/**
 * What came after a point of a host's command feed.
 *
 * @param commands in order of their sequence; empty when nothing came within the wait
 * @param next the point to ask from next: the sequence of the last command given, or what was asked
 */
public record CommandPage(List<HostCommand> commands, long next) {

  /** Copies the collection. */
  public CommandPage {
    commands = List.copyOf(commands);
  }
}
