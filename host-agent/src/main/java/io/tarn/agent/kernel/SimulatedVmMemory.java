package io.tarn.agent.kernel;

import io.tarn.agent.strand.Strand;
import io.tarn.contracts.pool.OperationKind;
import io.tarn.contracts.pool.OperationRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/** Moves nothing, but takes the time that it takes and fails as often as it is told to. */
public final class SimulatedVmMemory implements VmMemory {

  private static final long STRETCH_MILLIS = 250;
  private static final long MIB_PER_GIB = 1024;

  private final MoveSettings settings;
  private final Strand strand;
  private final RandomGenerator random;

  /**
   * @param strand runs the delays
   * @param random draws what fails
   */
  public SimulatedVmMemory(MoveSettings settings, Strand strand, RandomGenerator random) {
    this.settings = settings;
    this.strand = strand;
    this.random = random;
  }

  @Override
  public Move move(OperationRequest request, long fromMiB) {
    long total = request.totalMiB();
    boolean sticks =
        request.kind() == OperationKind.COPY && random.nextDouble() < settings.pinnedRate();
    return new Simulated(fromMiB, sticks ? random.nextLong(fromMiB, total) : total, sticks);
  }

  private final class Simulated implements Move {

    private final long end;
    private final boolean sticks;
    private long done;

    /**
     * @param end how far it gets
     * @param sticks whether it gets no further for memory that is pinned
     */
    Simulated(long done, long end, boolean sticks) {
      this.done = done;
      this.end = end;
      this.sticks = sticks;
    }

    @Override
    public CompletableFuture<MoveResult> next() {
      long stretch = Math.min(end - done, stretchMiB());
      CompletableFuture<MoveResult> result = new CompletableFuture<>();
      strand.after(
          Duration.ofNanos(stretch * settings.millisPerGiB() * 1_000_000 / MIB_PER_GIB),
          () -> {
            done += stretch;
            result.complete(
                sticks && done == end
                    ? new MoveResult.Stuck(done, "pinned")
                    : new MoveResult.Moved(done));
          });
      return result;
    }

    private long stretchMiB() {
      long millis = settings.millisPerGiB();
      return millis == 0 ? Long.MAX_VALUE : Math.max(1, STRETCH_MILLIS * MIB_PER_GIB / millis);
    }
  }
}
