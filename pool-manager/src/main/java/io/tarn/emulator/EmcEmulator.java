package io.tarn.emulator;

import io.tarn.emulator.fault.FaultSettings;
import io.tarn.emulator.http.EmulatorServer;
import io.tarn.emulator.journal.DeviceDirectory;
import io.tarn.emulator.table.Device;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the EMC emulator; runs until it is told to stop. */
@Command(
    name = "emc-emulator",
    description = "Emulates external memory controllers, one for each pool, over HTTP.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class EmcEmulator implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--port",
      required = true,
      paramLabel = "P",
      description = "TCP port, 0..65535; 0 takes a free one and prints it.")
  private int port;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "Directory for the tables; made when it is not there.")
  private Path data;

  @Option(
      names = "--address",
      defaultValue = "127.0.0.1",
      paramLabel = "ADDRESS",
      description = "Loopback address to listen on, ${DEFAULT-VALUE} by default.")
  private InetAddress address;

  @Option(names = "--faults", description = "Let faults of the devices be ordered over HTTP.")
  private boolean faults;

  @SuppressWarnings("NullAway.Init") // picocli sets the fields before it calls
  private EmcEmulator() {}

  /** Runs the emulator until it is told to stop; exits 2 on bad options, 1 when it cannot start. */
  public static void main(String[] arguments) {
    int code = new CommandLine(new EmcEmulator()).execute(arguments);
    if (code != 0) {
      System.exit(code);
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    checkOptions();
    PrintWriter err = spec.commandLine().getErr();
    DeviceDirectory devices;
    try {
      devices = DeviceDirectory.open(data);
    } catch (IOException e) {
      err.println("emc-emulator: cannot use --data " + data + ": " + e.getMessage());
      return 1;
    }
    EmulatorServer server;
    try {
      server =
          EmulatorServer.start(
              new InetSocketAddress(address, port),
              devices,
              faults ? FaultSettings.ofThisProcess() : FaultSettings.NONE);
    } catch (IOException e) {
      err.println(
          "emc-emulator: cannot listen on --address "
              + address.getHostAddress()
              + " --port "
              + port
              + ": "
              + e.getMessage());
      close(devices, err);
      return 1;
    }
    announce(server, devices);
    awaitStop(server, devices);
    return 0;
  }

  private void checkOptions() {
    if (port < 0 || port > 65_535) {
      throw new ParameterException(
          spec.commandLine(), "--port is " + port + ", accepted: 0..65535");
    }
    if (!address.isLoopbackAddress()) {
      throw new ParameterException(
          spec.commandLine(),
          "--address is "
              + address.getHostAddress()
              + ", accepted: a loopback address, since the emulator has no authentication");
    }
  }

  private void announce(EmulatorServer server, DeviceDirectory devices) {
    PrintWriter out = spec.commandLine().getOut();
    devices
        .devices()
        .forEach(
            (poolId, device) -> {
              if (device instanceof Device.Damaged damaged) {
                out.println("emc-emulator: pool " + poolId + " is not served: " + damaged.reason());
              }
            });
    out.println(
        "emc-emulator: listening on http://"
            + address.getHostAddress()
            + ":"
            + server.port()
            + ", "
            + devices.devices().size()
            + " devices in "
            + data);
    out.flush();
  }

  private void awaitStop(EmulatorServer server, DeviceDirectory devices)
      throws InterruptedException {
    CountDownLatch stopped = new CountDownLatch(1);
    Thread hook =
        new Thread(
            () -> {
              server.close();
              close(devices, spec.commandLine().getErr());
              stopped.countDown();
            },
            "stop");
    Runtime.getRuntime().addShutdownHook(hook);
    stopped.await();
  }

  private static void close(DeviceDirectory devices, PrintWriter err) {
    try {
      devices.close();
    } catch (IOException e) {
      err.println("emc-emulator: could not close the tables: " + e.getMessage());
    }
  }
}
