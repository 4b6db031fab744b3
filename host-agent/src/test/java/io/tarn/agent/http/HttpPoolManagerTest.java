package io.tarn.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.agent.feed.Reply;
import io.tarn.agent.world.HttpWorld;
import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.BootView;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpPoolManagerTest {

  private static final BootReport BOOT = new BootReport("b1", 1, 128L << 20);

  private HttpWorld first;
  private HttpWorld second;

  @BeforeEach
  void start() throws IOException {
    first = new HttpWorld();
    second = new HttpWorld();
  }

  @AfterEach
  void stop() {
    first.close();
    second.close();
  }

  @Test
  void replica_thatDoesNotAnswer_isLeftForTheNext_andComeBackTo() throws IOException {
    URI gone = first.uri();
    first.close();
    HttpPoolManager manager = manager(gone, second.uri());
    assertThat(report(manager)).isInstanceOf(Reply.Failed.class);
    assertThat(report(manager)).isInstanceOf(Reply.Ok.class);
    assertThat(report(manager)).isInstanceOf(Reply.Ok.class);
    assertThat(second.manager("h1").boots()).containsExactly(BOOT);

    second.close();
    assertThat(report(manager)).isInstanceOf(Reply.Failed.class);
    assertThat(report(manager)).isInstanceOf(Reply.Failed.class).asString().contains(port(gone));
  }

  @Test
  void replica_thatCannot_isLeftForTheNext_oneThatRefusesIsNot() {
    first.manager("h1").setDown(true);
    HttpPoolManager manager = manager(first.uri(), second.uri());
    assertThat(report(manager)).isInstanceOf(Reply.Failed.class);
    assertThat(report(manager)).isInstanceOf(Reply.Ok.class);

    second.manager("h1").setWired(false);
    assertThat(report(manager)).isInstanceOf(Reply.NotWired.class);
    second.manager("h1").setWired(true);
    assertThat(report(manager)).isInstanceOf(Reply.Ok.class);
    assertThat(first.manager("h1").boots()).isEmpty();
  }

  private static HttpPoolManager manager(URI... replicas) {
    return new HttpPoolManager(HttpClient.newHttpClient(), List.of(replicas), Tokens.none());
  }

  private static Reply<BootView> report(HttpPoolManager manager) {
    return manager.reportBoot("h1", BOOT).join();
  }

  private static String port(URI uri) {
    return ":" + uri.getPort();
  }
}
