package io.tarn.telemetry.batch;

import com.google.protobuf.ByteString;
import io.tarn.contracts.bus.FrontEndEpoch;
import io.tarn.contracts.bus.HostAccessReport;
import io.tarn.contracts.bus.HostPmuReport;
import io.tarn.contracts.bus.PlacementEvent;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** One record of the bus, read. */
public sealed interface Heard {

  /** The times for whose days there must be a place. */
  LongStream times();

  /**
   * Counters of a host's VMs.
   *
   * @param report what it says
   * @param payload the same as it came
   */
  record Pmu(HostPmuReport report, ByteString payload) implements Heard {

    @Override
    public LongStream times() {
      return report.getVmsList().stream().mapToLong(vm -> vm.getTakenAtMillis() - 1);
    }
  }

  /**
   * Scans of a host's VMs.
   *
   * @param report what it says
   */
  record Access(HostAccessReport report) implements Heard {

    @Override
    public LongStream times() {
      return report.getVmsList().stream().mapToLong(vm -> vm.getTakenAtMillis());
    }
  }

  /**
   * What became of a VM.
   *
   * @param event what it says
   */
  record Placement(PlacementEvent event) implements Heard {

    @Override
    public LongStream times() {
      return LongStream.empty();
    }
  }

  /**
   * An epoch of a front end.
   *
   * @param epoch what it says
   */
  record Epoch(FrontEndEpoch epoch) implements Heard {

    @Override
    public LongStream times() {
      return LongStream.of(epoch.getEndedAtMillis());
    }
  }

  /**
   * A record that cannot be read or believed.
   *
   * @param topic where it came
   * @param key as it came
   * @param payload as it came
   * @param reason one line
   */
  record Refused(String topic, @Nullable String key, ByteString payload, String reason)
      implements Heard {

    @Override
    public LongStream times() {
      return LongStream.empty();
    }
  }
}
