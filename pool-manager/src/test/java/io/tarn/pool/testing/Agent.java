package io.tarn.pool.testing;

import io.tarn.contracts.pool.AckReply;
import io.tarn.contracts.pool.AckRequest;
import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.BootView;
import io.tarn.contracts.pool.CommandPage;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.Observation.Seen;
import io.tarn.contracts.pool.OperationReport;
import io.tarn.contracts.pool.OperationState;
import io.tarn.contracts.pool.SliceRef;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A host that does what its feed says, a step at a time. */
public final class Agent {

  /** Memory blocks of a slice on this host: 128 MiB each. */
  public static final int BLOCKS = 8;

  private final Api api;
  private final String hostId;
  private final List<HostCommand> seen = new ArrayList<>();
  private String bootId;
  private long next;

  /**
   * @param api the manager
   * @param hostId the host
   */
  public Agent(Api api, String hostId) {
    this.api = api;
    this.hostId = hostId;
    this.bootId = hostId + "-boot-0";
  }

  /** Boots the host. */
  public BootView boot(int number) {
    bootId = hostId + "-boot-" + number;
    return api.put("/v1/hosts/" + hostId + "/boot", report(number)).as(BootView.class);
  }

  /** The report of a boot. */
  public BootReport report(int number) {
    return new BootReport(hostId + "-boot-" + number, 1_000_000L + number, (1L << 30) / BLOCKS);
  }

  /** Reads the feed from where it was left. */
  public List<HostCommand> read(long waitMillis) {
    CommandPage page =
        api.get("/v1/hosts/" + hostId + "/commands?after=" + next + "&waitMillis=" + waitMillis)
            .as(CommandPage.class);
    next = page.next();
    seen.addAll(page.commands());
    return page.commands();
  }

  /** Reads the feed and does what it says. */
  public void obey(long waitMillis) {
    read(waitMillis).forEach(this::obey);
  }

  /** Does one command. */
  public void obey(HostCommand command) {
    Seen result =
        switch (command.kind()) {
          case ONLINE -> Seen.ONLINE;
          case OFFLINE -> Seen.OFFLINE;
          case OPERATE, CANCEL -> throw new IllegalArgumentException("it is about an operation");
        };
    ack(command.poolId(), command.slices(), result, null);
  }

  /** Says what was seen of slices. */
  public AckReply ack(String poolId, List<SliceRef> slices, Seen what, @Nullable String cause) {
    return acks(slices.stream().map(slice -> observation(poolId, slice, what, cause)).toList())
        .as(AckReply.class);
  }

  /** Says what was seen. */
  public Api.Answer acks(List<Observation> observations) {
    return api.call("POST", "/v1/hosts/" + hostId + "/acks", new AckRequest(bootId, observations));
  }

  /** Reports on an operation. */
  public AckReply.OperationResult report(
      String operationId, OperationState state, long doneMiB, @Nullable String cause) {
    return report(List.of(new OperationReport(operationId, state, doneMiB, cause)))
        .as(AckReply.class)
        .operations()
        .get(0);
  }

  /** Reports on operations. */
  public Api.Answer report(List<OperationReport> reports) {
    return api.call(
        "POST", "/v1/hosts/" + hostId + "/acks", new AckRequest(bootId, List.of(), reports));
  }

  /** An observation with as many blocks offline as it says. */
  public static Observation observation(
      String poolId, SliceRef slice, Seen what, @Nullable String cause) {
    int offline =
        switch (what) {
          case ONLINE, REFUSED -> 0;
          case OFFLINING, STUCK -> 3;
          case OFFLINE -> BLOCKS;
        };
    return new Observation(poolId, slice.slice(), slice.generation(), what, offline, BLOCKS, cause);
  }

  /** Every command that was ever read. */
  public List<HostCommand> seen() {
    return List.copyOf(seen);
  }
}
