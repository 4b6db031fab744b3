package io.tarn.chassis.together;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers questions in groups, as databases commit: what is asked while the groups before are on
 * their way goes with the next, and nobody waits for a group to fill. A question that cannot go
 * with its group, because another one of it is about the same thing or because the group failed, is
 * answered alone on the thread that asked, so that no question suffers from another.
 *
 * @param <Q> questions
 * @param <A> answers
 */
public final class Groups<Q, A> implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Groups.class);

  private final GroupSettings settings;
  private final Function<Q, ?> subject;
  private final Function<List<Q>, List<A>> together;
  private final BlockingQueue<Asked<Q, A>> waiting = new LinkedBlockingQueue<>();
  private final List<Thread> workers = new ArrayList<>();
  private volatile boolean closed;

  /**
   * Starts the threads.
   *
   * @param name of the threads
   * @param settings how many groups at once, and how large
   * @param subject what a question is about; of one group no two are about the same
   * @param together answers a group, in its order; run for groups of one, too, and by several
   *     threads
   */
  public Groups(
      String name,
      GroupSettings settings,
      Function<Q, ?> subject,
      Function<List<Q>, List<A>> together) {
    this.settings = settings;
    this.subject = subject;
    this.together = together;
    for (int i = 1; i <= settings.atOnce(); i++) {
      Thread worker = new Thread(this::work, name + "-" + i);
      worker.setDaemon(true);
      workers.add(worker);
      worker.start();
    }
  }

  /**
   * The answer to a question.
   *
   * @throws RuntimeException what answering it alone threw
   */
  public A ask(Q question) {
    Asked<Q, A> asked = new Asked<>(question);
    waiting.add(asked);
    if (closed) {
      sendHome();
    }
    return asked.answer.join().orElseGet(() -> together.apply(List.of(question)).get(0));
  }

  /** How many questions wait for a group. */
  int waiting() {
    return waiting.size();
  }

  /** Ends the threads after their present groups; what is asked later is answered alone. */
  @Override
  public void close() {
    closed = true;
    workers.forEach(Thread::interrupt);
  }

  private void sendHome() {
    List<Asked<Q, A>> left = new ArrayList<>();
    waiting.drainTo(left);
    left.forEach(Asked::alone);
  }

  private void work() {
    try {
      while (!closed) {
        List<Asked<Q, A>> group = new ArrayList<>();
        group.add(waiting.take());
        waiting.drainTo(group, settings.most() - 1);
        answer(distinct(group));
      }
    } catch (InterruptedException e) {
      LOG.debug("{} ends", Thread.currentThread().getName());
    } finally {
      // whatever ended it, nobody waits for it
      closed = true;
      sendHome();
    }
  }

  private List<Asked<Q, A>> distinct(List<Asked<Q, A>> group) {
    Set<Object> subjects = new HashSet<>();
    List<Asked<Q, A>> first = new ArrayList<>();
    for (Asked<Q, A> asked : group) {
      if (subjects.add(subject.apply(asked.question))) {
        first.add(asked);
      } else {
        asked.alone();
      }
    }
    return first;
  }

  private void answer(List<Asked<Q, A>> group) {
    try {
      List<A> answers = together.apply(group.stream().map(asked -> asked.question).toList());
      for (int i = 0; i < group.size(); i++) {
        group.get(i).answer.complete(Optional.of(answers.get(i)));
      }
    } catch (RuntimeException e) {
      LOG.debug("a group of {} is answered one by one", group.size(), e);
    } finally {
      // whoever has an answer keeps it
      group.forEach(Asked::alone);
    }
  }

  /** A question and its answer, empty when it is to be answered alone. */
  private static final class Asked<Q, A> {

    private final Q question;
    private final CompletableFuture<Optional<A>> answer = new CompletableFuture<>();

    Asked(Q question) {
      this.question = question;
    }

    void alone() {
      answer.complete(Optional.empty());
    }
  }
}
