package io.tarn.local.demo;

import io.tarn.fleet.Arrival;

/** Something that happens on a simulated day. */
sealed interface Event {

  /** When, in simulated seconds. */
  double atSeconds();

  /** The VM's name. */
  String vmId();

  /** A VM is asked for. */
  record Arrives(Arrival arrival) implements Event {
    @Override
    public double atSeconds() {
      return arrival.arrivalSeconds();
    }

    @Override
    public String vmId() {
      return name(arrival);
    }
  }

  /** A VM leaves. */
  record Leaves(Arrival arrival) implements Event {
    @Override
    public double atSeconds() {
      return arrival.departureSeconds();
    }

    @Override
    public String vmId() {
      return name(arrival);
    }
  }

  private static String name(Arrival arrival) {
    return String.format(java.util.Locale.ROOT, "vm-%06d", arrival.sequence());
  }
}
