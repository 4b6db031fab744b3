package io.tarn.pool.device;

import java.net.URI;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Finds the driver of an EMC. */
public interface EmcDrivers {

  /**
   * The driver of a device; makes no call. Each of its calls throws {@link WrongDeviceException},
   * and nothing is done, when another device answers.
   *
   * @param emc where it answers, as the pool was declared with
   * @param deviceId the device; {@code null} for whichever answers there
   */
  EmcDriver at(URI emc, @Nullable UUID deviceId);
}
