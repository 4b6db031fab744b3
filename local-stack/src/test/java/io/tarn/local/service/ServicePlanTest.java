package io.tarn.local.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.local.cluster.ClusterShape;
import io.tarn.local.home.Checkout;
import io.tarn.local.home.Home;
import io.tarn.local.home.Mode;
import io.tarn.local.identity.IdentityFiles;
import io.tarn.local.plan.StackFile;
import io.tarn.local.plan.StackOptions;
import io.tarn.local.postgres.Passwords;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServicePlanTest {

  @TempDir private Path directory;

  @Test
  void agents_knowEveryPoolManager() throws Exception {
    Files.createDirectories(directory.resolve("local-stack/target/lib"));
    StackOptions options =
        new StackOptions(
            Mode.DEMO, "static:15", ClusterShape.USUAL, false, true, 7, Map.of(), 1, 2);
    StackFile stack =
        new StackFile(
            options,
            Map.of(),
            List.of("http://127.0.0.1:1"),
            List.of("http://127.0.0.1:2", "http://127.0.0.1:3"),
            "http://127.0.0.1:4",
            "http://127.0.0.1:5",
            "jdbc:none",
            "127.0.0.1:6");
    ServicePlan plan =
        new ServicePlan(
            new Checkout(directory),
            new Home(directory),
            stack,
            new Passwords(Map.of()),
            new IdentityFiles(directory));
    assertThat(plan.agents(directory.resolve("hosts")).spec().command())
        .containsSequence("--pool-manager", "http://127.0.0.1:2,http://127.0.0.1:3");
  }
}
