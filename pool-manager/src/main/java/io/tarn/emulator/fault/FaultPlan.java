package io.tarn.emulator.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The faults of one device and how far each has come. */
public final class FaultPlan {

  /**
   * How far a fault has come.
   *
   * @param fault the fault
   * @param passed calls that it let go well
   * @param fired calls that go or went wrong
   * @param done those of them that are over
   */
  public record Progress(Fault fault, long passed, long fired, long done) {}

  private static final class Armed {
    private final Fault fault;
    private long passed;
    private long fired;
    private long done;

    Armed(Fault fault) {
      this.fault = fault;
    }

    boolean fires(CallKind call) {
      if (!fault.befalls(call) || fired >= Fault.given(fault.times())) {
        return false;
      }
      if (passed < Fault.given(fault.skip())) {
        passed++;
        return false;
      }
      fired++;
      return true;
    }
  }

  private List<Armed> armed = List.of();

  /** Replaces every fault; all begin anew. */
  public synchronized void replace(List<Fault> faults) {
    armed = faults.stream().map(Armed::new).toList();
  }

  /** How far each has come, in their order. */
  public synchronized List<Progress> progress() {
    List<Progress> all = new ArrayList<>();
    armed.forEach(one -> all.add(new Progress(one.fault, one.passed, one.fired, one.done)));
    return List.copyOf(all);
  }

  /** The fault of a call; the first that is due, the others do not see the call. */
  synchronized Optional<Due> next(CallKind call) {
    return armed.stream().filter(one -> one.fires(call)).findFirst().map(Due::new);
  }

  /** A fault that befalls a call. */
  final class Due implements AutoCloseable {

    private final Armed one;

    private Due(Armed one) {
      this.one = one;
    }

    Fault fault() {
      return one.fault;
    }

    /** Says that the call is over. */
    @Override
    public void close() {
      synchronized (FaultPlan.this) {
        one.done++;
      }
    }
  }
}
