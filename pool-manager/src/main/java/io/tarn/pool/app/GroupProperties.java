package io.tarn.pool.app;

import io.tarn.chassis.together.GroupSettings;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How grants that are asked for at the same time are committed together.
 *
 * @param atOnce groups that are committed at once, 1..16
 * @param most grants of a group, 1..1,000
 */
@ConfigurationProperties("tarn.pool.groups")
public record GroupProperties(@DefaultValue("2") int atOnce, @DefaultValue("64") int most) {

  /** Checks the ranges. */
  public GroupProperties {
    if (atOnce < 1 || atOnce > 16) {
      throw new IllegalArgumentException(
          "tarn.pool.groups.at-once is " + atOnce + ", accepted: 1..16");
    }
    if (most < 1 || most > 1_000) {
      throw new IllegalArgumentException(
          "tarn.pool.groups.most is " + most + ", accepted: 1..1000");
    }
  }

  GroupSettings settings() {
    return new GroupSettings(atOnce, most);
  }
}
