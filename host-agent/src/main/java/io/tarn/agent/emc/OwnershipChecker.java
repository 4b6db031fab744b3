package io.tarn.agent.emc;

import io.tarn.agent.kernel.SliceId;
import io.tarn.agent.slice.HeldSlice;
import io.tarn.agent.slice.SliceBook;
import io.tarn.agent.strand.Backoff;
import io.tarn.agent.strand.Strand;
import io.tarn.agent.strand.Trouble;
import java.net.URI;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the EMCs of wanted slices whose they are. One that does not answer is asked again and again
 * and holds up nobody else's slices.
 */
public final class OwnershipChecker {

  private static final Logger LOG = LoggerFactory.getLogger(OwnershipChecker.class);

  /** What is going on with one EMC. */
  private static final class Link {

    private final Backoff backoff;
    private final Trouble trouble;
    private boolean busy;

    private Link(Backoff backoff, Trouble trouble) {
      this.backoff = backoff;
      this.trouble = trouble;
    }
  }

  private final String hostId;
  private final Strand strand;
  private final EmcReader reader;
  private final SliceBook book;
  private final Supplier<Backoff> backoffs;
  private final Runnable changed;
  private final Map<URI, Link> links = new HashMap<>();
  private final Set<HeldSlice> confirmed = new LinkedHashSet<>();

  /**
   * @param changed told when slices were confirmed or refused
   */
  public OwnershipChecker(
      String hostId,
      Strand strand,
      EmcReader reader,
      SliceBook book,
      Supplier<Backoff> backoffs,
      Runnable changed) {
    this.hostId = hostId;
    this.strand = strand;
    this.reader = reader;
    this.book = book;
    this.backoffs = backoffs;
    this.changed = changed;
  }

  /** Asks about every wanted slice that is not confirmed and not being asked about. */
  public void check() {
    unconfirmed().forEach(this::ask);
  }

  /** A slice that is confirmed and still wanted, if there is one. */
  public Optional<HeldSlice> nextConfirmed() {
    confirmed.removeIf(slice -> !book.isStill(slice));
    return confirmed.stream().findFirst();
  }

  private Map<URI, List<HeldSlice>> unconfirmed() {
    return book.wanted().stream()
        .filter(slice -> !confirmed.contains(slice))
        .collect(Collectors.groupingBy(HeldSlice::emc));
  }

  private void ask(URI emc, List<HeldSlice> wanted) {
    Link link = links.computeIfAbsent(emc, this::newLink);
    if (link.busy) {
      return;
    }
    link.busy = true;
    Set<Integer> numbers =
        wanted.stream().map(HeldSlice::id).map(SliceId::slice).collect(Collectors.toSet());
    strand.on(reader.read(emc, numbers), reading -> answered(link, wanted, reading));
  }

  private Link newLink(URI emc) {
    return new Link(backoffs.get(), new Trouble(LOG, hostId + ": EMC " + emc));
  }

  private void answered(Link link, List<HeldSlice> wanted, EmcReading reading) {
    if (reading instanceof EmcReading.Unreachable unreachable) {
      link.trouble.met(unreachable.reason());
      strand.after(
          link.backoff.next(),
          () -> {
            link.busy = false;
            check();
          });
      return;
    }
    link.trouble.over();
    link.backoff.reset();
    link.busy = false;
    EmcReading.Entries entries = (EmcReading.Entries) reading;
    for (HeldSlice slice : wanted) {
      Ownership.refusal(slice, entries.bySlice().get(slice.id().slice()))
          .ifPresentOrElse(
              cause -> {
                LOG.info("{}: {} stays offline: {}", hostId, slice.id(), cause);
                book.refused(slice, cause);
              },
              () -> confirmed.add(slice));
    }
    changed.run();
    check();
  }
}
