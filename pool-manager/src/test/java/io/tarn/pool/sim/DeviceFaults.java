package io.tarn.pool.sim;

import io.tarn.agent.kernel.BlockResult;
import io.tarn.agent.kernel.MemoryBlocks;
import io.tarn.agent.kernel.SliceId;
import io.tarn.chassis.lease.Lease;
import io.tarn.chassis.lease.Leases;
import io.tarn.contracts.emc.GenerationFloor;
import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.emc.TableView;
import io.tarn.contracts.pool.AckRequest;
import io.tarn.contracts.pool.BootReport;
import io.tarn.emulator.table.Table;
import io.tarn.pool.device.EmcDriver;
import io.tarn.pool.ledger.Host;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.slice.Slice;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Faults in devices, in what is made of their word, in leases and in hosts. */
final class DeviceFaults {

  private DeviceFaults() {}

  /** The table takes changes of every epoch. */
  static final class NoEpochCheck extends Seams {
    @Override
    OwnerChange atDevice(OwnerChange change, Table table) {
      return new OwnerChange(
          change.slice(),
          change.expectedOwner(),
          change.expectedGeneration(),
          change.newOwner(),
          Math.max(change.epoch(), table.highestEpoch()));
    }
  }

  /** A device obeys calls that are meant for another. */
  static final class NoDeviceCheck extends Seams {
    @Override
    @Nullable UUID meant(@Nullable UUID deviceId) {
      return null;
    }
  }

  /** The table compares owners only. */
  static final class NoGeneration extends Seams {
    @Override
    OwnerChange atDevice(OwnerChange change, Table table) {
      return new OwnerChange(
          change.slice(),
          change.expectedOwner(),
          table.entry(change.slice()).generation(),
          change.newOwner(),
          change.epoch());
    }
  }

  /** What was asked for is taken for done. */
  static final class TrustedSuccess extends Seams {
    @Override
    EmcDriver driver(EmcDriver driver, List<Slice> rows) {
      return new Trusting(driver, change -> true);
    }
  }

  /** What is taken from a fenced host counts as taken when that was asked for. */
  static final class FenceWithoutReadBack extends Seams {
    @Override
    EmcDriver driver(EmcDriver driver, List<Slice> rows) {
      return new Trusting(
          driver,
          change ->
              rows.stream().anyMatch(row -> row.fenced() && row.key().number() == change.slice()));
    }
  }

  /** Slices are free without having been erased. */
  static final class NoScrub extends Seams {
    @Override
    EmcDriver driver(EmcDriver driver, List<Slice> rows) {
      return new ForwardingDriver(driver) {
        @Override
        public Set<Integer> scrub(long epoch, List<TableEntry> entries) {
          return entries.stream().map(TableEntry::slice).collect(Collectors.toSet());
        }

        @Override
        public Map<Integer, Long> readDirty(Collection<Integer> slices) {
          return Map.of();
        }
      };
    }
  }

  /** Observations of every boot are taken for those of the boot that is believed in. */
  static final class OldBootAck extends Seams {
    @Override
    AckRequest ack(Ledger ledger, String hostId, AckRequest request) {
      Optional<BootReport> boot =
          ledger.read(books -> books.host(hostId).map(Host::boot).map(report -> report));
      return boot.map(b -> new AckRequest(b.bootId(), request.observations())).orElse(request);
    }
  }

  /** Everybody who asks leads, in the same epoch. */
  static final class TwoLeaders extends Seams {
    @Override
    Leases leases(Leases leases) {
      return new Leases() {
        @Override
        public Optional<Lease> acquire(String name, String holder, Duration length) {
          return Optional.of(new Lease(name, holder, 1));
        }

        @Override
        public boolean renew(Lease lease, Duration length) {
          return true;
        }

        @Override
        public void release(Lease lease) {}

        @Override
        public void guard(Lease lease) {}
      };
    }
  }

  /** When the first block is offline the agent takes the whole slice to be. */
  static final class LostPartialOffline extends Seams {
    @Override
    MemoryBlocks kernel(MemoryBlocks kernel) {
      return new MemoryBlocks() {
        @Override
        public long blockBytes() {
          return kernel.blockBytes();
        }

        @Override
        public int blocksPerSlice() {
          return kernel.blocksPerSlice();
        }

        @Override
        public CompletableFuture<Void> online(SliceId slice) {
          return kernel.online(slice);
        }

        @Override
        public CompletableFuture<Boolean> offlineUnused(SliceId slice) {
          return kernel.offlineUnused(slice);
        }

        @Override
        public CompletableFuture<BlockResult> offlineOne(SliceId slice) {
          return kernel.offlineOne(slice);
        }

        @Override
        public int onlineBlocks(SliceId slice) {
          int online = kernel.onlineBlocks(slice);
          return online < blocksPerSlice() ? 0 : online;
        }

        @Override
        public Map<SliceId, Integer> onlineBlocks() {
          return kernel.onlineBlocks();
        }
      };
    }
  }

  private static class ForwardingDriver implements EmcDriver {

    private final EmcDriver driver;

    ForwardingDriver(EmcDriver driver) {
      this.driver = driver;
    }

    @Override
    public TableView readTable() {
      return driver.readTable();
    }

    @Override
    public void compareAndSetOwners(List<OwnerChange> changes) {
      driver.compareAndSetOwners(changes);
    }

    @Override
    public List<TableEntry> readBack(Collection<Integer> slices) {
      return driver.readBack(slices);
    }

    @Override
    public Map<Integer, Long> readDirty(Collection<Integer> slices) {
      return driver.readDirty(slices);
    }

    @Override
    public Set<Integer> scrub(long epoch, List<TableEntry> entries) {
      return driver.scrub(epoch, entries);
    }

    @Override
    public void raiseGenerations(long epoch, List<GenerationFloor> floors) {
      driver.raiseGenerations(epoch, floors);
    }
  }

  private static final class Trusting extends ForwardingDriver {

    private final Map<Integer, TableEntry> believed = new HashMap<>();
    private final Predicate<OwnerChange> trusted;

    Trusting(EmcDriver driver, Predicate<OwnerChange> trusted) {
      super(driver);
      this.trusted = trusted;
    }

    @Override
    public void compareAndSetOwners(List<OwnerChange> changes) {
      super.compareAndSetOwners(changes);
      changes.stream()
          .filter(trusted)
          .forEach(
              change ->
                  believed.put(
                      change.slice(),
                      new TableEntry(
                          change.slice(), change.newOwner(), change.expectedGeneration() + 1)));
    }

    @Override
    public List<TableEntry> readBack(Collection<Integer> slices) {
      return super.readBack(slices).stream()
          .map(entry -> believed.getOrDefault(entry.slice(), entry))
          .toList();
    }
  }
}
