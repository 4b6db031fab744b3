package io.tarn.local.cli;

import io.tarn.contracts.InvalidField;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a summary is written beside the terminal; checked before the work that it is of. */
final class JsonTarget {

  @Option(names = "--json", paramLabel = "FILE", description = "write the summary there too")
  private @Nullable Path file;

  /**
   * The file; {@code null} when none was asked for.
   *
   * @throws InvalidField when it cannot be written
   */
  @Nullable Path checked() {
    if (file == null) {
      return null;
    }
    Path folder = file.toAbsolutePath().getParent();
    boolean writable =
        Files.exists(file)
            ? Files.isRegularFile(file) && Files.isWritable(file)
            : folder != null && Files.isDirectory(folder) && Files.isWritable(folder);
    if (!writable) {
      throw new InvalidField(
          "--json", file.toString(), "a file that can be written, in a folder that is there");
    }
    return file;
  }
}
