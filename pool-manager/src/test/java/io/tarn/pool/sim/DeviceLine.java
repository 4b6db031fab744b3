package io.tarn.pool.sim;

import io.tarn.contracts.emc.GenerationFloor;
import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.emc.TableView;
import io.tarn.pool.device.DeviceException;
import io.tarn.pool.device.EmcDriver;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A manager's calls to a device over the network. A call that is not answered in time has failed
 * for the manager; the device may still get it, at any later moment.
 */
final class DeviceLine implements EmcDriver {

  private static final long CALL_TIMEOUT = Timeline.SECONDS;

  private final World world;
  private final URI uri;
  private final @Nullable UUID meant;
  private final Task task;
  private final String name;
  private final Runnable goOn;
  private Timeline.@Nullable Event end;

  /**
   * @param uri called; whichever device answers there when a call arrives
   * @param meant the device that calls are meant for; {@code null} for whichever answers
   * @param task stopped while a call is under way
   * @param name of the manager
   * @param goOn has the task run again
   */
  DeviceLine(World world, URI uri, @Nullable UUID meant, Task task, String name, Runnable goOn) {
    this.world = world;
    this.uri = uri;
    this.meant = meant;
    this.task = task;
    this.name = name;
    this.goOn = goOn;
  }

  @Override
  public TableView readTable() {
    return call("reads the table", Device::table, null);
  }

  @Override
  public void compareAndSetOwners(List<OwnerChange> changes) {
    // what it says is not for the manager
    Boolean unused =
        call(
            "sets owners " + words(changes),
            device -> {
              device.change(changes.stream().filter(change -> !world.skips()).toList());
              return true;
            },
            true);
  }

  @Override
  public List<TableEntry> readBack(Collection<Integer> slices) {
    return call("reads back " + slices, device -> device.read(slices), null);
  }

  @Override
  public Map<Integer, Long> readDirty(Collection<Integer> slices) {
    return call("asks what is not erased of " + slices, it -> it.dirty(slices), null);
  }

  @Override
  public Set<Integer> scrub(long epoch, List<TableEntry> entries) {
    return call(
        "erases " + entries.stream().map(TableEntry::slice).toList(),
        device -> device.scrub(epoch, entries),
        Set.of());
  }

  @Override
  public void raiseGenerations(long epoch, List<GenerationFloor> floors) {
    Boolean unused =
        call(
            "raises generations " + floors + " in epoch " + epoch,
            device -> {
              device.raise(epoch, floors.stream().filter(floor -> !world.skips()).toList());
              return true;
            },
            true);
  }

  /**
   * @param idle what the device says when it does nothing; {@code null} when it always does
   *     something
   */
  private <T> T call(String what, Function<Device, T> atDevice, @Nullable T idle) {
    int number = task.calls();
    Task.Request<T> request = () -> send(number, name + " " + what + " at " + uri, atDevice, idle);
    return task.ask(request);
  }

  private <T> void send(int number, String what, Function<Device, T> atDevice, @Nullable T idle) {
    world.note("asks: " + what);
    world.network().send(what, () -> arrive(number, what, atDevice, idle));
    end =
        world
            .timeline()
            .after(
                CALL_TIMEOUT,
                what + ": out of time",
                () -> answered(number, null, new DeviceException(what + ": no answer in time")));
  }

  private <T> void arrive(int number, String what, Function<Device, T> atDevice, @Nullable T idle) {
    if (idle != null && world.dice().trouble(world.weather().lazy())) {
      world.happens("calls that a device did not obey", "the device does nothing and says success");
      reply(number, what, idle, null);
      return;
    }
    try {
      Device device = world.device(uri);
      device.require(world.seams().meant(meant));
      T value = atDevice.apply(device);
      if (idle != null && world.dice().trouble(world.weather().lazy())) {
        reply(number, what, null, new DeviceException(what + ": done, but it says that it failed"));
      } else {
        reply(number, what, value, null);
      }
    } catch (DeviceException e) {
      reply(number, what, null, e);
    }
  }

  private void reply(
      int number, String what, @Nullable Object value, @Nullable DeviceException failure) {
    world.network().send("answer: " + what, () -> answered(number, value, failure));
  }

  private void answered(int number, @Nullable Object value, @Nullable DeviceException failure) {
    if (task.waiting() && task.calls() == number) {
      if (failure != null) {
        world.note(String.valueOf(failure.getMessage()));
      }
      if (end != null) {
        end.callOff();
      }
      task.answer(value, failure);
      goOn.run();
    }
  }

  private static String words(List<OwnerChange> changes) {
    StringBuilder words = new StringBuilder();
    for (OwnerChange change : changes) {
      words
          .append(words.length() == 0 ? "" : ", ")
          .append(change.slice())
          .append(':')
          .append(change.expectedOwner() == null ? "-" : change.expectedOwner())
          .append('@')
          .append(change.expectedGeneration())
          .append("->")
          .append(change.newOwner() == null ? "-" : change.newOwner());
    }
    return words + " in epoch " + changes.get(0).epoch();
  }
}
