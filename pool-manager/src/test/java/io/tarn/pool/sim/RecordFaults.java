package io.tarn.pool.sim;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.ledger.Books;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceChange;
import io.tarn.pool.slice.SliceKey;
import io.tarn.pool.slice.SliceRecord;
import io.tarn.pool.testing.InMemoryLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Faults in what is read from the record and written to it. */
final class RecordFaults {

  private RecordFaults() {}

  /** A release counts as the host's word that the memory is offline. */
  static final class FreeBeforeAck extends Seams {
    @Override
    Ledger ledger(Store store) {
      return new FaultyLedger(store) {
        @Override
        SliceChange faulty(SliceChange change) {
          Slice after = change.after();
          if (after.state() != SliceState.RELEASING || !after.settled()) {
            return change;
          }
          List<SliceRecord> records = new ArrayList<>(change.records());
          records.add(new SliceRecord.OfflineSeen(1, 1));
          return new SliceChange(change.before(), records);
        }
      };
    }
  }

  /** What a host had of a failed device counts as let go of. */
  static final class LostIsGone extends Seams {
    @Override
    Ledger ledger(Store store) {
      return new FaultyLedger(store) {
        @Override
        SliceChange faulty(SliceChange change) {
          Slice after = change.after();
          if (after.state() != SliceState.LOST || after.letGo()) {
            return change;
          }
          List<SliceRecord> records = new ArrayList<>(change.records());
          records.add(new SliceRecord.OfflineSeen(1, 1));
          return new SliceChange(change.before(), records);
        }
      };
    }
  }

  /** A request for a grant is never known to be one that was there before. */
  static final class NoIdempotency extends Seams {
    @Override
    Ledger ledger(Store store) {
      return new FaultyLedger(store) {
        @Override
        Books faulty(Books books) {
          return new HidingBooks(books, true);
        }
      };
    }
  }

  /** A grant that is over is not known any more when it is asked for. */
  static final class PutAfterTombstone extends Seams {
    @Override
    Ledger ledger(Store store) {
      return new FaultyLedger(store) {
        @Override
        Books faulty(Books books) {
          return new HidingBooks(books, false);
        }
      };
    }
  }

  /** Slices on their way back are given out as free. */
  static final class ReleasingIsFree extends Seams {
    @Override
    Ledger ledger(Store store) {
      return new FaultyLedger(store) {
        @Override
        Books faulty(Books books) {
          return new ForwardingBooks(books) {
            @Override
            public List<Slice> takeFree(String poolId, int count) {
              List<Slice> taken = new ArrayList<>(super.takeFree(poolId, count));
              every(books, poolId).stream()
                  .filter(slice -> slice.state() == SliceState.RELEASING)
                  .limit(count - taken.size())
                  .forEach(slice -> taken.add(Slice.free(slice.key(), slice.generation())));
              return taken;
            }
          };
        }
      };
    }
  }

  /** A grant is filled up from another pool. */
  static final class AcrossPools extends Seams {
    @Override
    Ledger ledger(Store store) {
      return new FaultyLedger(store) {
        @Override
        Books faulty(Books books) {
          return new ForwardingBooks(books) {
            @Override
            public List<Slice> takeFree(String poolId, int count) {
              List<Slice> taken = new ArrayList<>(super.takeFree(poolId, count));
              taken.addAll(super.takeFree(poolId.equals("p0") ? "p1" : "p0", count - taken.size()));
              return taken;
            }
          };
        }
      };
    }
  }

  /** Now and then what was decided is answered and not written. */
  static final class ReplyBeforeCommit extends Seams {

    private static final int ONE_IN = 5;

    private int decided;

    @Override
    Ledger ledger(Store store) {
      return new Ledger() {
        @Override
        public <T> T decide(Function<Books, Decision<T>> work) {
          decided++;
          return decided % ONE_IN == 0
              ? store.decide(books -> Decision.only(work.apply(books).reply()))
              : store.decide(work);
        }

        @Override
        public <T> T read(Function<Books, T> work) {
          return store.read(work);
        }
      };
    }
  }

  /** What comes back from the log has no slices that were on their way back. */
  static final class RecoverySkipsReleasing extends Seams {
    @Override
    void recovered(InMemoryLedger rows) {
      rows.all().stream()
          .filter(slice -> slice.state() == SliceState.RELEASING)
          .forEach(slice -> rows.overwrite(Slice.free(slice.key(), slice.generation())));
    }
  }

  private static List<Slice> every(Books books, String poolId) {
    return books.slices(
        IntStream.range(0, World.SLICES).mapToObj(n -> new SliceKey(poolId, n)).toList());
  }

  /** Books that do not know a grant which is asked for. */
  private static final class HidingBooks extends ForwardingBooks {

    private final boolean alsoLive;
    private @Nullable GrantId asked;

    HidingBooks(Books books, boolean alsoLive) {
      super(books);
      this.alsoLive = alsoLive;
    }

    @Override
    public Optional<Grant> grant(GrantId id) {
      asked = id;
      return super.grant(id).filter(grant -> grant.state().live() != alsoLive);
    }

    @Override
    public Optional<Grant> liveGrant(String vmId) {
      return super.liveGrant(vmId).filter(grant -> !grant.id().equals(asked));
    }
  }
}
