package io.tarn.scheduler.request;

import io.tarn.contracts.InvalidField;
import io.tarn.contracts.placement.VmRequest;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the name of a VM: the client's own, or one made of who asks and the key that came with the
 * request, the same for every repeat.
 */
public final class VmName {

  /** The header that carries the key. */
  public static final String KEY_HEADER = "Idempotency-Key";

  private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,128}");

  private VmName() {}

  /**
   * The request under its name.
   *
   * @param key from the header {@link #KEY_HEADER}, if sent
   * @param subject who asks; the same key of another is another VM
   * @throws InvalidField when there is neither a name nor a key, or the key is malformed
   */
  public static VmRequest named(VmRequest request, @Nullable String key, String subject) {
    if (key != null && !KEY.matcher(key).matches()) {
      throw new InvalidField(
          KEY_HEADER, "not a key", "1 to 128 visible ASCII characters without spaces");
    }
    if (request.vmId() != null) {
      return request;
    }
    if (key == null) {
      throw new InvalidField("vmId", "absent", "a vmId, or the header " + KEY_HEADER);
    }
    byte[] source = (subject + '\n' + key).getBytes(StandardCharsets.UTF_8);
    return request.named("vm-" + UUID.nameUUIDFromBytes(source));
  }
}
