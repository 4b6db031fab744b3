package io.tarn.local.postgres;

import io.tarn.local.home.CannotStart;
import io.tarn.local.home.Folders;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/**
 * PostgreSQL's programs, unpacked once from the jar that carries them.
 *
 * @param folder with {@code bin}, {@code lib} and {@code share}
 */
public record PostgresPrograms(Path folder) {

  private static final Pattern VERSION = Pattern.compile("-(\\d+\\.\\d+\\.\\d+)\\.jar");
  private static final int OWNER_EXECUTES = 0100;

  /**
   * Unpacks the programs for this machine, unless that was done before.
   *
   * @param programs where programs of all versions are kept
   * @throws CannotStart when there are none for this machine or the disk refuses them
   */
  public static PostgresPrograms unpack(Path programs) throws CannotStart {
    String archive = archive(System.getProperty("os.name"), System.getProperty("os.arch"));
    URL resource = PostgresPrograms.class.getResource("/" + archive);
    if (resource == null) {
      throw new CannotStart(archive + " is not on the class path. Build with: mvn package");
    }
    Path folder = programs.resolve(version(resource));
    if (!Files.isDirectory(folder)) {
      unpack(resource, folder);
    }
    return new PostgresPrograms(folder);
  }

  /** One of the programs. */
  public String program(String name) {
    return folder.resolve("bin").resolve(name).toString();
  }

  static String archive(String system, String machine) throws CannotStart {
    if (system.toLowerCase(Locale.ROOT).startsWith("linux")) {
      if (machine.equals("amd64") || machine.equals("x86_64")) {
        return "postgres-linux-x86_64.txz";
      }
      if (machine.equals("aarch64") || machine.equals("arm64")) {
        return "postgres-linux-arm_64.txz";
      }
    }
    throw new CannotStart(
        "There is no PostgreSQL for "
            + system
            + " on "
            + machine
            + " in this build; accepted: Linux on amd64 or aarch64.");
  }

  private static String version(URL resource) {
    Matcher matcher = VERSION.matcher(resource.toString());
    return matcher.find() ? matcher.group(1) : "bundled";
  }

  private static void unpack(URL resource, Path folder) throws CannotStart {
    Path draft = folder.resolveSibling(folder.getFileName() + ".draft");
    try (InputStream packed = new BufferedInputStream(resource.openStream());
        TarArchiveInputStream tar =
            new TarArchiveInputStream(new XZCompressorInputStream(packed))) {
      Folders.delete(draft);
      Files.createDirectories(draft);
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        unpack(tar, entry, draft);
      }
      Files.move(draft, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new CannotStart("PostgreSQL cannot be unpacked to " + folder + ": " + e, e);
    }
  }

  private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path root)
      throws IOException {
    Path target = root.resolve(entry.getName()).normalize();
    if (!target.startsWith(root)) {
      throw new IOException(entry.getName() + " lies outside the archive");
    }
    Path parent = target.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    if (entry.isDirectory()) {
      Files.createDirectories(target);
    } else if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
    } else if (entry.isLink()) {
      Files.createLink(target, root.resolve(entry.getLinkName()));
    } else {
      Files.copy(tar, target);
      boolean executable = (entry.getMode() & OWNER_EXECUTES) != 0;
      Files.setPosixFilePermissions(
          target, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
    }
  }
}
