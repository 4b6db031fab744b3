package io.tarn.pool.app;

import io.tarn.chassis.together.GroupSettings;
import io.tarn.contracts.Check;
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
    Check.range("tarn.pool.groups.at-once", atOnce, 1, 16);
    Check.range("tarn.pool.groups.most", most, 1, 1_000);
  }

  GroupSettings settings() {
    return new GroupSettings(atOnce, most);
  }
}
