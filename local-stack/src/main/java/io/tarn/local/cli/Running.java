package io.tarn.local.cli;

import io.tarn.local.home.CannotStart;
import io.tarn.local.home.Home;
import io.tarn.local.home.StackLock;
import io.tarn.local.supervise.ControlClient;

/** Finds the stack that runs. */
final class Running {

  private Running() {}

  /**
   * The client of the stack that runs.
   *
   * @throws CannotStart when none does
   */
  static ControlClient stack(Home home) throws CannotStart {
    if (StackLock.holder(home).isEmpty()) {
      throw new CannotStart("No stack is running in " + home.root() + ". Start one: ./tarn up");
    }
    // a killed run leaves its control file behind
    return ControlClient.of(home)
        .filter(client -> ProcessHandle.of(client.pid()).isPresent())
        .orElseThrow(() -> new CannotStart("The stack is starting or ending; try again."));
  }
}
