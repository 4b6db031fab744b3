package io.tarn.local.service;

import io.tarn.db.ServiceSchema;
import io.tarn.local.home.CannotStart;
import io.tarn.local.home.Checkout;
import io.tarn.local.home.Home;
import io.tarn.local.home.Mode;
import io.tarn.local.identity.IdentityFiles;
import io.tarn.local.identity.ModelKeys;
import io.tarn.local.plan.StackFile;
import io.tarn.local.postgres.Passwords;
import io.tarn.local.process.ProcessSpec;
import io.tarn.local.process.StopSignal;
import io.tarn.local.supervise.Service;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How the services of one stack are started. */
public final class ServicePlan {

  private static final int SERVICE_HEAP_MIB = 256;
  private static final int EMULATOR_HEAP_MIB = 96;
  private static final int AGENTS_HEAP_MIB = 192;
  private static final int FRONT_END_HEAP_MIB = 128;
  private static final int FRONT_END_ACCESSES_PER_SECOND = 20_000;
  private static final int DEMO_PMU_EVERY_MINUTES = 240;
  private static final int PMU_EVERY_MINUTES = 60;

  /** A replay may go on for weeks. */
  private static final String CLOCK_AHEAD = "400d";

  private static final String READY = "/actuator/health/readiness";
  private static final String HEALTHY = "/healthz";

  private final Checkout checkout;
  private final Home home;
  private final StackFile stack;
  private final Passwords passwords;
  private final IdentityFiles identity;

  /**
   * @param checkout where the jars are
   * @param home where data and logs are kept
   * @param stack what the stack is like
   * @param passwords of the database's logins
   * @param identity the tokens, used when the stack is secured
   */
  public ServicePlan(
      Checkout checkout, Home home, StackFile stack, Passwords passwords, IdentityFiles identity) {
    this.checkout = checkout;
    this.home = home;
    this.stack = stack;
    this.passwords = passwords;
    this.identity = identity;
  }

  /** The EMC emulator, out of the pool manager's jar. */
  public Service emulator() throws CannotStart {
    int port = stack.ports().getOrDefault(Names.EMULATOR, 0);
    JavaCommand command =
        new JavaCommand(EMULATOR_HEAP_MIB, quick())
            .with("-cp", checkout.executableJar("pool-manager").toString())
            .with("-Dloader.main=io.tarn.emulator.EmcEmulator")
            .with("org.springframework.boot.loader.launch.PropertiesLauncher")
            .with("--port", Integer.toString(port))
            .with("--data", data(Names.EMULATOR).toString());
    if (stack.options().mode() == Mode.DEMO) {
      // a stack that is thrown away afterwards may be told to fail
      command.with("--faults");
    }
    return service(Names.EMULATOR, command.build(), Map.of(), port, HEALTHY);
  }

  /**
   * A pool manager.
   *
   * @param replica from 1
   */
  public Service poolManager(int replica) throws CannotStart {
    String name = Names.replica(Names.POOL_MANAGER, replica);
    return spring(name, "pool-manager", ServiceSchema.POOL, Map.of());
  }

  /**
   * A scheduler; replicas are spread over the pool managers.
   *
   * @param replica from 1
   */
  public Service scheduler(int replica) throws CannotStart {
    String name = Names.replica(Names.SCHEDULER, replica);
    Map<String, String> settings = new HashMap<>();
    List<String> managers = stack.poolManagers();
    settings.put("TARN_POOLMANAGER_URL", managers.get((replica - 1) % managers.size()));
    settings.put("TARN_PLACEMENT_POLICY", stack.options().policy());
    if (stack.options().secure()) {
      settings.put("TARN_IDENTITY_TOKENFILE", identity.scheduler().toString());
    }
    if (stack.options().learns()) {
      settings.put("TARN_PREDICTION_TRAINERURL", base(Names.TRAINER));
      settings.put("TARN_PREDICTION_PUBLICKEYFILE", models().publicKey().toString());
    }
    if (stack.options().simulatesTime()) {
      settings.put("TARN_PREDICTION_CLOCKAHEAD", CLOCK_AHEAD);
    }
    return spring(name, "scheduler-service", ServiceSchema.SCHEDULER, settings);
  }

  /** The telemetry collector. */
  public Service collector() throws CannotStart {
    return spring(
        Names.COLLECTOR,
        Names.COLLECTOR,
        ServiceSchema.TELEMETRY,
        stack.options().simulatesTime()
            ? Map.of("TARN_TELEMETRY_CLOCKAHEAD", CLOCK_AHEAD)
            : Map.of());
  }

  /** A front end that reads through its cache all the time; it listens nowhere. */
  public Service frontEnd() throws CannotStart {
    Path state = data(Names.FRONT_END);
    List<String> command =
        new JavaCommand(FRONT_END_HEAP_MIB, quick())
            .with("-cp", checkout.libraries(), "io.tarn.cot.FrontEndMain")
            .with("--front-end", Names.FRONT_END)
            .with("--rate", Integer.toString(FRONT_END_ACCESSES_PER_SECOND))
            .with("--seed", Long.toString(stack.options().seed()))
            .with("--bootstrap-servers", stack.bus())
            .with("--state", state.toString())
            .build();
    return new Service(
        new ProcessSpec(
            Names.FRONT_END, command, Map.of(), home.log(Names.FRONT_END), StopSignal.TERM),
        0,
        () -> Files.exists(state.resolve(Names.FRONT_END + ".incarnation")),
        false);
  }

  /** The model trainer. */
  public Service trainer() throws CannotStart {
    return spring(
        Names.TRAINER,
        Names.TRAINER,
        ServiceSchema.TRAINER,
        Map.of("TARN_TRAINING_SIGNINGKEYFILE", models().privateKey().toString()));
  }

  /** The key that models are signed with. */
  public ModelKeys models() {
    return new ModelKeys(data("models"));
  }

  private String base(String service) {
    return "http://127.0.0.1:" + stack.ports().get(service);
  }

  /** The agents of all hosts. */
  public Service agents(Path hostsFile) throws CannotStart {
    int port = stack.ports().getOrDefault(Names.AGENTS, 0);
    JavaCommand command =
        new JavaCommand(AGENTS_HEAP_MIB, quick())
            .with("-cp", checkout.libraries(), "io.tarn.agent.AgentMain", "--simulate")
            .with("--pool-manager", String.join(",", stack.poolManagers()))
            .with("--hosts-file", hostsFile.toString())
            .with("--state", data(Names.AGENTS).toString())
            .with("--seed", Long.toString(stack.options().seed()))
            .with("--control-port", Integer.toString(port));
    if (stack.options().secure()) {
      command.with("--token-dir", identity.agents().toString());
    }
    if (stack.options().learns()) {
      int every = stack.options().simulatesTime() ? DEMO_PMU_EVERY_MINUTES : PMU_EVERY_MINUTES;
      command
          .with("--bootstrap-servers", stack.bus())
          .with("--fleet-seed", Long.toString(stack.options().seed()))
          .with("--clock", "stepped")
          .with("--pmu-every-minutes", Integer.toString(every));
    }
    return service(Names.AGENTS, command.build(), Map.of(), port, HEALTHY);
  }

  /** The migration job, which runs once and ends. */
  public ProcessSpec migration() throws CannotStart {
    Map<String, String> settings = new HashMap<>();
    settings.put("TARN_DB_URL", stack.database());
    settings.put("TARN_DB_USER", Passwords.ADMIN);
    settings.put("TARN_DB_PASSWORD", passwords.of(Passwords.ADMIN));
    for (ServiceSchema schema : ServiceSchema.values()) {
      settings.put(schema.passwordVariable(), passwords.of(schema.role()));
    }
    List<String> command =
        new JavaCommand(SERVICE_HEAP_MIB, true)
            .with("-cp", checkout.libraries(), "io.tarn.db.MigrationJob")
            .build();
    return new ProcessSpec("migration", command, settings, home.log("migration"), StopSignal.TERM);
  }

  private Service spring(String name, String module, ServiceSchema schema, Map<String, String> more)
      throws CannotStart {
    int port = stack.ports().getOrDefault(name, 0);
    Map<String, String> settings = new HashMap<>(more);
    settings.put("SERVER_PORT", Integer.toString(port));
    settings.put("SERVER_ADDRESS", "127.0.0.1");
    settings.put("SPRING_DATASOURCE_URL", stack.database());
    settings.put("SPRING_DATASOURCE_USERNAME", schema.role());
    settings.put("SPRING_DATASOURCE_PASSWORD", passwords.of(schema.role()));
    settings.put("SPRING_KAFKA_BOOTSTRAP_SERVERS", stack.bus());
    if (stack.options().secure()) {
      settings.putAll(identity.settings());
    }
    List<String> command =
        new JavaCommand(SERVICE_HEAP_MIB, quick())
            .with("-jar", checkout.executableJar(module).toString())
            .build();
    return service(name, command, settings, port, READY);
  }

  private Service service(
      String name, List<String> command, Map<String, String> settings, int port, String ready) {
    return new Service(
        new ProcessSpec(name, command, settings, home.log(name), StopSignal.TERM),
        port,
        new HttpReadiness("http://127.0.0.1:" + port + ready),
        false);
  }

  private Path data(String service) {
    return home.data(stack.options().mode()).resolve(service);
  }

  private boolean quick() {
    return stack.options().quick();
  }
}
