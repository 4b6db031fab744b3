package io.tarn.pool.app;

import io.tarn.pool.audit.Audits;
import io.tarn.pool.buffer.Buffers;
import io.tarn.pool.buffer.Departures;
import io.tarn.pool.device.PoolSupervisor;
import io.tarn.pool.feed.CommandFeed;
import io.tarn.pool.feed.Recalls;
import io.tarn.pool.store.JdbcLeaderships;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What a replica does again and again without being asked. */
@Configuration(proxyBeanMethods = false)
class ChoreConfiguration {

  /** How late a slice may be asked for again. */
  private static final Duration RECALL_PAUSE = Duration.ofSeconds(1);

  /** How late a host may be told to drain. */
  private static final Duration DRAIN_PAUSE = Duration.ofSeconds(1);

  /** How many times leases are made to last longer before they would run out. */
  private static final int RENEWALS = 6;

  @Bean
  Chore renewingLeases(JdbcLeaderships leaderships, DriverProperties driver) {
    return new Chore("renewing leases", driver.lease().dividedBy(RENEWALS), leaderships::renew);
  }

  @Bean
  Chore lookingForDeviceWork(PoolSupervisor supervisor, DriverProperties driver) {
    return new Chore("looking for device work", driver.poll(), supervisor::poll);
  }

  @Bean
  Chore lookingForCommands(CommandFeed feed, FeedProperties feeds) {
    return new Chore("looking for commands", feeds.poll(), feed::poll);
  }

  @Bean
  Chore countingSlices(Meters meters) {
    return new Chore("counting slices", Meters.CENSUS_PAUSE, meters::count);
  }

  @Bean
  Chore auditingPools(PoolSupervisor supervisor, Audits audits, AuditProperties audit) {
    return new Chore(
        "auditing pools", audit.every(), () -> supervisor.led().forEach(audits::audit));
  }

  @Bean
  Chore lookingAtFreeSlices(PoolSupervisor supervisor, Buffers buffers, BufferProperties buffer) {
    return new Chore(
        "looking at free slices", buffer.every(), () -> buffers.look(supervisor.led()));
  }

  @Bean
  Chore askingForStuckSlices(PoolSupervisor supervisor, Recalls recalls, Meters meters) {
    return new Chore(
        "asking for stuck slices again",
        RECALL_PAUSE,
        () -> meters.recalled(recalls.recall(supervisor.led())));
  }

  @Bean
  Chore draining(PoolSupervisor supervisor, Departures departures) {
    return new Chore("draining", DRAIN_PAUSE, () -> departures.drain(supervisor.led()));
  }
}
