package io.tarn.agent;

import io.tarn.agent.host.SimulationSettings;
import io.tarn.agent.kernel.KernelDelays;
import io.tarn.agent.kernel.MoveSettings;
import io.tarn.agent.kernel.StuckFaults;
import io.tarn.agent.kernel.UsedShare;
import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of the command line. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class AgentOptions {

  private static final int MOST_BLOCK_MIB = 65_536;

  @Option(
      names = "--simulate",
      description = "Simulate the hosts. Needed: this version has no other mode.")
  private boolean simulate;

  @Option(
      names = "--pool-manager",
      required = true,
      split = ",",
      paramLabel = "URL",
      description =
          "Base URL of the pool manager, for example http://127.0.0.1:8081; those of several"
              + " replicas, separated by commas, when nothing else spreads requests over them.")
  private List<URI> poolManagers;

  @ArgGroup(multiplicity = "1")
  private Hosts hosts;

  /** Which hosts; one of the two. */
  static final class Hosts {

    @Option(
        names = "--hosts",
        split = ",",
        paramLabel = "ID",
        description = "The hosts, separated by commas.")
    private @Nullable List<String> ids;

    @Option(
        names = "--hosts-file",
        paramLabel = "FILE",
        description = "A file with one host on each line; empty lines and # comments are skipped.")
    private @Nullable Path file;
  }

  @Option(
      names = "--state",
      required = true,
      paramLabel = "DIR",
      description = "Directory for the states of the hosts; made when it is not there.")
  private Path state;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "N",
      description = "Seed of delays and faults, a whole number, ${DEFAULT-VALUE} by default.")
  private long seed;

  @Option(
      names = "--stuck-rate",
      defaultValue = "0",
      paramLabel = "R",
      description = "Share of releases that get stuck, 0..1, ${DEFAULT-VALUE} by default.")
  private double stuckRate;

  @Option(
      names = "--offline-millis-per-gib",
      defaultValue = "10-100",
      paramLabel = "MIN-MAX",
      description = "Time to take 1 GiB offline, ${DEFAULT-VALUE} ms by default.")
  private String offlineMillis;

  @Option(
      names = "--move-millis-per-gib",
      defaultValue = "50",
      paramLabel = "N",
      description = "Time to move 1 GiB of a VM, ${DEFAULT-VALUE} ms by default.")
  private long moveMillis;

  @Option(
      names = "--pinned-rate",
      defaultValue = "0",
      paramLabel = "R",
      description = "Share of copies that fail as pinned, 0..1, ${DEFAULT-VALUE} by default.")
  private double pinnedRate;

  @Option(
      names = "--used-percent",
      defaultValue = "0-100",
      paramLabel = "MIN-MAX",
      description = "How much of a slice its VM uses, in percent, ${DEFAULT-VALUE} by default.")
  private String usedPercent;

  @Option(
      names = "--block-mib",
      defaultValue = "128",
      paramLabel = "N",
      description = "Size of a memory block, a power of two, 2..65536, default ${DEFAULT-VALUE}.")
  private int blockMiB;

  @Option(
      names = "--token-dir",
      paramLabel = "DIR",
      description = "Directory with a <hostId>.jwt for each host, read on each use.")
  private @Nullable Path tokenDirectory;

  @Option(
      names = "--control-port",
      paramLabel = "P",
      description = "Loopback port to look at and reboot hosts, 0..65535, 0 takes a free one.")
  private @Nullable Integer controlPort;

  @Mixin private TelemetryOptions telemetry;

  /**
   * Checks the options.
   *
   * @throws ParameterException with what would have been accepted
   */
  AgentSettings settings(CommandLine commandLine) {
    try {
      return settings();
    } catch (InvalidField e) {
      throw new ParameterException(commandLine, "--" + e.getMessage());
    } catch (IOException e) {
      throw new ParameterException(
          commandLine, "--hosts-file cannot be read as text: " + e.getMessage());
    }
  }

  private AgentSettings settings() throws IOException {
    if (!simulate) {
      throw new InvalidField(
          "simulate", "absent", "--simulate, this version has only the simulated mode");
    }
    return new AgentSettings(
        checkedUrls(),
        checkedHosts(),
        state,
        seed,
        new SimulationSettings(
            checkedBlockBytes(),
            KernelDelays.offlineMillisPerGiB(offlineMillis),
            new StuckFaults(stuckRate),
            new MoveSettings(moveMillis, pinnedRate),
            UsedShare.percent(usedPercent)),
        checkedTokenDirectory(),
        checkedControlPort(),
        telemetry.settings(controlPort != null));
  }

  private List<URI> checkedUrls() {
    List<URI> urls = poolManagers.stream().map(AgentOptions::checkedUrl).toList();
    for (URI url : urls) {
      if (Collections.frequency(urls, url) > 1) {
        throw new InvalidField("pool-manager", url + " twice", "each URL once");
      }
    }
    return urls;
  }

  private static URI checkedUrl(URI poolManager) {
    String scheme = poolManager.getScheme();
    boolean http = "http".equals(scheme) || "https".equals(scheme);
    if (!http
        || poolManager.getHost() == null
        || poolManager.getQuery() != null
        || poolManager.getFragment() != null) {
      throw new InvalidField(
          "pool-manager", poolManager.toString(), "an http or https URL without query");
    }
    String text = poolManager.toString();
    return text.endsWith("/") ? URI.create(text.substring(0, text.length() - 1)) : poolManager;
  }

  private List<String> checkedHosts() throws IOException {
    String option = hosts.file == null ? "hosts" : "hosts-file";
    List<String> ids = new ArrayList<>();
    if (hosts.ids != null) {
      ids.addAll(hosts.ids);
    } else if (hosts.file != null) {
      ids.addAll(readHosts(hosts.file));
    }
    if (ids.isEmpty()) {
      throw new InvalidField(option, "empty", "at least one host");
    }
    Set<String> seen = new HashSet<>();
    for (String id : ids) {
      Check.id(option, id);
      if (!seen.add(id)) {
        throw new InvalidField(option, id + " twice", "each host once");
      }
    }
    return ids;
  }

  private static List<String> readHosts(Path file) throws IOException {
    try {
      return Files.readAllLines(file).stream()
          .map(line -> line.split("#", 2)[0].strip())
          .filter(line -> !line.isEmpty())
          .toList();
    } catch (MalformedInputException e) {
      throw new IOException(file + " is not UTF-8", e);
    } catch (IOException e) {
      throw new IOException(e.toString(), e);
    }
  }

  private long checkedBlockBytes() {
    Check.range("block-mib", blockMiB, 2, MOST_BLOCK_MIB);
    if (Integer.bitCount(blockMiB) != 1) {
      throw new InvalidField(
          "block-mib", Integer.toString(blockMiB), "a power of two, 2.." + MOST_BLOCK_MIB);
    }
    return (long) blockMiB << 20;
  }

  private Optional<Path> checkedTokenDirectory() {
    if (tokenDirectory != null && !Files.isDirectory(tokenDirectory)) {
      throw new InvalidField("token-dir", tokenDirectory.toString(), "a directory that exists");
    }
    return Optional.ofNullable(tokenDirectory);
  }

  private OptionalInt checkedControlPort() {
    if (controlPort == null) {
      return OptionalInt.empty();
    }
    Check.range("control-port", controlPort, 0, 65_535);
    return OptionalInt.of(controlPort);
  }
}
