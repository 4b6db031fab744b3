package io.tarn.scheduler.egress;

import io.tarn.contracts.pool.PoolPage;
import io.tarn.contracts.pool.PoolView;
import io.tarn.scheduler.host.PoolBook;
import io.tarn.scheduler.host.PoolState;
import io.tarn.scheduler.host.Ticker;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.client.RestClient;

/** Reads every pool from the pool manager into this replica's view. */
public final class PoolReader {

  private static final int PAGE = 1000;

  private final RestClient client;
  private final PoolBook book;
  private final Ticker ticker;

  /**
   * @param client at the pool manager
   * @param book takes what was read
   * @param ticker says when the reading began
   */
  public PoolReader(RestClient client, PoolBook book, Ticker ticker) {
    this.client = client;
    this.book = book;
    this.ticker = ticker;
  }

  /**
   * Reads all pages.
   *
   * @throws org.springframework.web.client.RestClientException when the pool manager is away
   */
  public void read() {
    long started = ticker.nanos();
    List<PoolState> pools = new ArrayList<>();
    @Nullable String cursor = null;
    do {
      PoolPage page = page(cursor);
      page.items().forEach(pool -> pools.add(state(pool)));
      cursor = page.next();
    } while (cursor != null);
    book.told(pools, started);
  }

  private PoolPage page(@Nullable String cursor) {
    return Objects.requireNonNull(
        client
            .get()
            .uri(
                uri ->
                    cursor == null
                        ? uri.path("/v1/pools").queryParam("limit", PAGE).build()
                        : uri.path("/v1/pools")
                            .queryParam("limit", PAGE)
                            .queryParam("cursor", "{cursor}")
                            .build(cursor))
            .retrieve()
            .body(PoolPage.class));
  }

  private static PoolState state(PoolView pool) {
    return new PoolState(
        pool.poolId(), pool.capacityGiB(), pool.freeGiB(), pool.failed(), Set.copyOf(pool.hosts()));
  }
}
