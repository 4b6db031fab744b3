package io.tarn.local.process;

import java.time.Instant;
import java.util.Optional;

/**
 * A process as it was when it started, so that it can be told from another that got its pid later.
 *
 * @param pid its pid
 * @param startMillis when the system says that it started, milliseconds since 1970
 * @param stop what ends it in good order
 */
public record StartedProcess(long pid, long startMillis, StopSignal stop) {

  /** The system derives the start from its boot time, which moves when the clock is corrected. */
  private static final long CLOCK_CORRECTION_MILLIS = 2_000;

  /** The process behind a handle. */
  public static StartedProcess of(ProcessHandle handle, StopSignal stop) {
    return new StartedProcess(handle.pid(), startMillis(handle).orElse(0L), stop);
  }

  /** The handle, if this very process still runs. */
  public Optional<ProcessHandle> running() {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(this::sameStart);
  }

  private boolean sameStart(ProcessHandle handle) {
    return startMillis(handle)
        .map(start -> Math.abs(start - startMillis) <= CLOCK_CORRECTION_MILLIS)
        .orElse(false);
  }

  private static Optional<Long> startMillis(ProcessHandle handle) {
    return handle.info().startInstant().map(Instant::toEpochMilli);
  }
}
