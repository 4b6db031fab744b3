package io.tarn.chassis.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.chassis.testing.Crowd;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.chassis.testing.TestJdbc;
import io.tarn.db.ServiceSchema;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataIntegrityViolationException;

class JdbcIdempotencyIT {

  private static final byte[] REQUEST = RequestHash.of("{\"vcpus\":1}");
  private static final byte[] OTHER_REQUEST = RequestHash.of("{\"vcpus\":2}");
  private static final StoredAnswer CREATED = new StoredAnswer(201, "{\"state\":\"READY\"}");

  private static TestJdbc jdbc;
  private static Idempotency answers;

  @BeforeAll
  static void open() {
    jdbc = new TestJdbc(TestDatabase.fresh(), ServiceSchema.SCHEDULER);
    answers = new JdbcIdempotency(jdbc.client());
  }

  @AfterAll
  static void close() {
    jdbc.close();
  }

  @Test
  void sameRequest_getsTheSameAnswer() {
    assertThat(answers.find("vms", "same", REQUEST)).isEmpty();
    store("same", REQUEST, CREATED);
    assertThat(answers.find("vms", "same", REQUEST)).contains(CREATED);
    assertThat(answers.find("other", "same", REQUEST)).as("a scope of its own").isEmpty();
    store("same", REQUEST, CREATED);
    assertThat(answers.find("vms", "same", REQUEST)).contains(CREATED);
  }

  @Test
  void otherRequestUnderTheKey_isRefused() {
    store("differs", REQUEST, CREATED);
    assertThatExceptionOfType(KeyReusedException.class)
        .isThrownBy(() -> answers.find("vms", "differs", OTHER_REQUEST))
        .withMessageContaining("differs");
    assertThatExceptionOfType(KeyReusedException.class)
        .isThrownBy(() -> store("differs", OTHER_REQUEST, CREATED));
  }

  @Test
  void otherAnswerToTheRequest_isRolledBackAndTheFirstStands() {
    store("first", REQUEST, CREATED);
    assertThatExceptionOfType(AnsweredBeforeException.class)
        .isThrownBy(() -> store("first", REQUEST, new StoredAnswer(201, "{}")))
        .satisfies(e -> assertThat(e.answer()).isEqualTo(CREATED));
    assertThat(answers.find("vms", "first", REQUEST)).contains(CREATED);
  }

  @Test
  void rolledBack_isNotStored() {
    jdbc.transactions()
        .executeWithoutResult(
            status -> {
              answers.store("vms", "rollback", REQUEST, CREATED);
              status.setRollbackOnly();
            });
    assertThat(answers.find("vms", "rollback", REQUEST)).isEmpty();
  }

  @Test
  void manyAtOnce_oneAnswerStands() throws Exception {
    List<Optional<StoredAnswer>> told =
        Crowd.run(
            8,
            worker -> {
              StoredAnswer mine = new StoredAnswer(201, "{\"worker\":" + worker + "}");
              try {
                store("race", REQUEST, mine);
                return Optional.of(mine);
              } catch (AnsweredBeforeException e) {
                return Optional.of(e.answer());
              }
            });
    assertThat(told.stream().distinct()).hasSize(1);
    assertThat(answers.find("vms", "race", REQUEST)).isEqualTo(told.get(0));
  }

  @Test
  void outsideTransaction_isRefused() {
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> answers.store("vms", "outside", REQUEST, CREATED));
  }

  @ParameterizedTest
  @ValueSource(ints = {409, 429, 500, 502, 503, 504})
  void retryableAnswer_isNeverStored(int status) {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> new StoredAnswer(status, ""));
    assertThatExceptionOfType(DataIntegrityViolationException.class)
        .isThrownBy(
            () ->
                jdbc.client()
                    .sql("insert into idempotency values ('vms', 'r', '\\x00', ?, '')")
                    .param(status)
                    .update())
        .withMessageContaining("idempotency_answer_is_final");
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 202, 204, 400, 404, 410, 422})
  void finalAnswer_isStored(int status) {
    store("final" + status, REQUEST, new StoredAnswer(status, "x"));
    assertThat(answers.find("vms", "final" + status, REQUEST))
        .contains(new StoredAnswer(status, "x"));
  }

  private static void store(String key, byte[] hash, StoredAnswer answer) {
    jdbc.transactions().executeWithoutResult(status -> answers.store("vms", key, hash, answer));
  }
}
