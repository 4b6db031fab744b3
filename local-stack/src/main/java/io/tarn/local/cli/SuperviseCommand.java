package io.tarn.local.cli;

import io.tarn.local.demo.Past;
import io.tarn.local.demo.Prelude;
import io.tarn.local.home.Mode;
import io.tarn.local.plan.StackOptions;
import io.tarn.local.stack.PrintedProgress;
import io.tarn.local.stack.Progress;
import io.tarn.local.stack.Stack;
import io.tarn.local.stack.StackFiles;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The process behind {@code up}: starts a stack and keeps it running until it is told to stop. */
@Command(name = "supervise", hidden = true)
final class SuperviseCommand implements Callable<Integer> {

  @Mixin StackArguments arguments = new StackArguments();

  @Override
  public Integer call() throws Exception {
    Place place = Place.current();
    StackOptions options = arguments.options(Mode.UP, new StackFiles(place.home()).keptCluster());
    Past past = arguments.past(0);
    Progress progress = new PrintedProgress(System.out, Ending::inProgress);
    Stack stack = new Stack(place.checkout(), place.home(), options, progress);
    Ending ending = Ending.silently(stack);
    try {
      stack.start(
          running -> {
            if (options.learns()) {
              new Prelude(running, System.out, progress).play(past);
            }
          });
      stack.awaitStopOrder();
    } finally {
      ending.end();
    }
    return ExitCodes.DONE;
  }
}
