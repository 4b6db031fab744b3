package io.tarn.chassis.web;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What the HTTP edge takes.
 *
 * @param bodyLimit the longest body of a request, 1 KiB..64 MiB
 */
@ConfigurationProperties("tarn.web")
public record WebProperties(@DefaultValue("1MB") DataSize bodyLimit) {

  private static final DataSize LEAST = DataSize.ofKilobytes(1);
  private static final DataSize MOST = DataSize.ofMegabytes(64);

  /** Checks the range. */
  public WebProperties {
    if (bodyLimit.compareTo(LEAST) < 0 || bodyLimit.compareTo(MOST) > 0) {
      throw new IllegalArgumentException(
          "tarn.web.body-limit is " + bodyLimit + ", accepted: 1KB..64MB");
    }
  }
}
