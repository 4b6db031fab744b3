package io.tarn.cot.frontend;

import io.tarn.contracts.bus.FrontEndEpoch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A sink that keeps every epoch in memory. One thread only. */
final class KeptEpochs implements EpochSink {

  private final List<FrontEndEpoch> epochs = new ArrayList<>();

  List<FrontEndEpoch> epochs() {
    return epochs;
  }

  @Override
  public void send(FrontEndEpoch epoch) {
    epochs.add(epoch);
  }

  @Override
  public long acknowledged() {
    return epochs.size();
  }

  @Override
  public boolean drain(Duration patience) {
    return true;
  }

  @Override
  public void close() {}
}
