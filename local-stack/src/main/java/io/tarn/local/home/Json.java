package io.tarn.local.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON, in memory and in files; a file is replaced as a whole or not at all. */
public final class Json {

  /** The one mapper. */
  public static final JsonMapper MAPPER = JsonMapper.builder().build();

  private static final JsonMapper PRETTY =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  private Json() {}

  /**
   * Reads a file.
   *
   * @return what is in it; empty when it is absent or no such JSON
   */
  public static <T> Optional<T> read(Path file, Class<T> type) {
    try {
      return Optional.of(MAPPER.readValue(Files.readString(file), type));
    } catch (IOException | JacksonException e) {
      return Optional.empty();
    }
  }

  /** Writes a file that everybody may read. */
  public static void write(Path file, Object value) throws IOException {
    Path draft = draft(file);
    Files.writeString(draft, text(value));
    Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Writes a file that only its owner may read. */
  public static void writeSecret(Path file, Object value) throws IOException {
    Path draft = draft(file);
    Files.deleteIfExists(draft);
    Files.createFile(draft, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    Files.writeString(draft, text(value));
    Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /** A value as text of several lines. */
  public static String text(Object value) {
    return PRETTY.writeValueAsString(value) + "\n";
  }

  private static Path draft(Path file) throws IOException {
    Path absolute = file.toAbsolutePath();
    Path folder = absolute.getParent();
    if (folder == null) {
      throw new IOException(file + " is no file");
    }
    Files.createDirectories(folder);
    return absolute.resolveSibling(absolute.getFileName() + ".draft");
  }
}
