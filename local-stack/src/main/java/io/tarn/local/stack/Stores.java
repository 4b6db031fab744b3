package io.tarn.local.stack;

import io.tarn.local.home.CannotStart;
import io.tarn.local.home.Checkout;
import io.tarn.local.home.Home;
import io.tarn.local.kafka.BusTopics;
import io.tarn.local.kafka.KafkaBroker;
import io.tarn.local.plan.StackFile;
import io.tarn.local.postgres.PostgresPrograms;
import io.tarn.local.postgres.PostgresServer;
import io.tarn.local.supervise.Supervisor;
import java.nio.file.Path;

/** Starts the two stores of a stack: PostgreSQL and the broker. */
final class Stores {

  private final Checkout checkout;
  private final Home home;
  private final Supervisor supervisor;
  private final Steps steps;

  Stores(Checkout checkout, Home home, Supervisor supervisor, Steps steps) {
    this.checkout = checkout;
    this.home = home;
    this.supervisor = supervisor;
    this.steps = steps;
  }

  PostgresServer start(StackFile file) throws CannotStart, InterruptedException {
    Path data = home.data(file.options().mode());
    KafkaBroker kafka =
        new KafkaBroker(
            checkout.libraries(),
            data.resolve(KafkaBroker.NAME),
            home.log(KafkaBroker.NAME),
            file.ports().getOrDefault(KafkaBroker.NAME, 0),
            file.ports().getOrDefault(KafkaBroker.CONTROLLER, 0));
    PostgresServer[] made = new PostgresServer[1];
    steps.step(
        "PostgreSQL: programs and data",
        () -> {
          PostgresPrograms programs = PostgresPrograms.unpack(home.programs());
          made[0] =
              PostgresServer.prepare(
                  programs,
                  data.resolve(PostgresServer.NAME),
                  home.log(PostgresServer.NAME),
                  file.ports().getOrDefault(PostgresServer.NAME, 0));
        });
    PostgresServer postgres = made[0];
    steps.step("Kafka: data", kafka::prepare);
    supervisor.start(kafka.service());
    supervisor.start(postgres.service());
    steps.step(
        "PostgreSQL: durable and ready",
        () -> {
          supervisor.awaitReady(PostgresServer.NAME);
          postgres.makeDatabase();
        });
    steps.step(
        "Kafka: ready, topics made",
        () -> {
          supervisor.awaitReady(KafkaBroker.NAME);
          BusTopics.create(kafka.bootstrapServers());
        });
    return postgres;
  }

  /** Does steps and tells about them. */
  interface Steps {
    void step(String what, Progress.Step work) throws CannotStart, InterruptedException;
  }
}
