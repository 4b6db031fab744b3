package io.tarn.emulator;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An emulator in a JVM of its own.
 *
 * @param process the JVM
 * @param uri where it answers
 */
public record EmulatorProcess(Process process, URI uri) {

  private static final Pattern LISTENING = Pattern.compile("listening on (http://[0-9.:]+)");

  public static Process launch(Path data, String... more) throws IOException {
    String java =
        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
    ProcessBuilder builder =
        new ProcessBuilder(
            java,
            "-Xmx128m",
            "-cp",
            System.getProperty("java.class.path"),
            EmcEmulator.class.getName(),
            "--data",
            data.toString());
    builder.command().addAll(List.of(more));
    return builder.redirectErrorStream(true).start();
  }

  public static EmulatorProcess start(Path data) throws IOException {
    Process process = launch(data, "--port", "0");
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    StringBuilder said = new StringBuilder();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      Matcher matcher = LISTENING.matcher(line);
      if (matcher.find()) {
        return new EmulatorProcess(process, URI.create(matcher.group(1)));
      }
      said.append(line).append('\n');
    }
    throw new IOException("the emulator did not start: " + said);
  }

  /** Ends it as kill -9 does. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }
}
