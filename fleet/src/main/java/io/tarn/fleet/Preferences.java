package io.tarn.fleet;

import io.tarn.fleet.latent.Draws;
import java.util.List;

/**
 * What a customer puts into the attributes of its VMs.
 *
 * @param naming how often it names the workload, 0..1
 */
record Preferences(
    String mainOs, String otherOs, String mainRegion, String otherRegion, double naming) {

  private static final double MAIN = 0.8;
  private static final double SELDOM = 0.15;
  private static final double OFTEN = 0.97;
  private static final double NAMES = 0.8;

  private static final List<String> SYSTEMS =
      List.of(
          "ubuntu-22.04", "ubuntu-24.04", "windows-2022", "rhel-9", "debian-12", "windows-2019");
  private static final List<String> REGIONS =
      List.of("europe-north", "europe-west", "us-east", "us-west", "asia-east", "asia-south");

  static Preferences of(Draws draws) {
    return new Preferences(
        one(SYSTEMS, draws.uniform(0)),
        one(SYSTEMS, draws.uniform(1)),
        one(REGIONS, draws.uniform(2)),
        one(REGIONS, draws.uniform(3)),
        draws.uniform(4) < NAMES ? OFTEN : SELDOM);
  }

  String guestOs(double point) {
    return point < MAIN ? mainOs : otherOs;
  }

  String region(double point) {
    return point < MAIN ? mainRegion : otherRegion;
  }

  private static String one(List<String> names, double point) {
    return names.get((int) (names.size() * point));
  }
}
