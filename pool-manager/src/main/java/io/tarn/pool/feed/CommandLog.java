package io.tarn.pool.feed;

import io.tarn.contracts.pool.HostCommand;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Reads the feeds of hosts. */
public interface CommandLog {

  /**
   * Commands of a host after a sequence, in order.
   *
   * @param most at most so many
   */
  List<HostCommand> after(String hostId, long sequence, int most);

  /** The sequence of each host's newest command; hosts that do not exist are left out. */
  Map<String, Long> newest(Collection<String> hostIds);
}
