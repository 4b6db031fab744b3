package io.tarn.agent.host;

import io.tarn.agent.emc.EmcReader;
import io.tarn.agent.feed.PoolManager;

/**
 * Whom an agent talks to.
 *
 * @param manager the pool manager
 * @param emcs the EMCs
 * @param store keeps the host's state
 */
public record Peers(PoolManager manager, EmcReader emcs, HostStateStore store) {}
