package io.tarn.local.cli;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.local.home.CannotStart;
import io.tarn.local.home.Home;
import io.tarn.local.home.Mode;
import io.tarn.local.identity.IdentityFiles;
import io.tarn.local.identity.Scopes;
import io.tarn.local.identity.SigningKey;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes a token for evaluation. */
@Command(name = "token", description = "Make a token for a stack that was started with --secure.")
final class TokenCommand implements Callable<Integer> {

  @Option(
      names = "--scope",
      required = true,
      split = ",",
      paramLabel = "SCOPE",
      description = "tarn.read, tarn.place, tarn.admin, tarn.agent; several with commas")
  List<String> scopes = new ArrayList<>();

  @Option(names = "--host", paramLabel = "HOST", description = "the host, for an agent's token")
  @Nullable String host;

  @Option(
      names = "--hours",
      paramLabel = "N",
      defaultValue = "12",
      description = "how long it is good for (default: ${DEFAULT-VALUE})")
  int hours = 12;

  @Option(
      names = "--subject",
      paramLabel = "NAME",
      defaultValue = "somebody",
      description = "who it is for (default: ${DEFAULT-VALUE})")
  String subject = "somebody";

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    check();
    Home home = Place.current().home();
    IdentityFiles files = new IdentityFiles(home.data(Mode.UP).resolve("identity"));
    if (!files.present()) {
      throw new CannotStart("No stack was secured here. Start one: ./tarn up --secure");
    }
    SigningKey key = SigningKey.in(files.folder(), Clock.systemUTC());
    spec.commandLine()
        .getOut()
        .println(key.token(subject, String.join(" ", scopes), host, Duration.ofHours(hours)));
    return ExitCodes.DONE;
  }

  private void check() {
    for (String scope : scopes) {
      if (!Scopes.ALL.contains(scope)) {
        throw new InvalidField("--scope", scope, String.join(", ", Scopes.ALL));
      }
    }
    if (scopes.contains(Scopes.AGENT) != (host != null)) {
      throw new InvalidField(
          "--host",
          host == null ? "absent" : host,
          "the host's name with --scope tarn.agent, none without");
    }
    if (host != null) {
      Check.id("--host", host);
    }
    Check.range("--hours", hours, 1, 24 * 365);
  }
}
