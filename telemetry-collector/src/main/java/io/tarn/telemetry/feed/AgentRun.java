package io.tarn.telemetry.feed;

/**
 * One run of an agent; it numbers its reports.
 *
 * @param bootId of the host
 * @param incarnation of the agent on that boot, from 1
 */
public record AgentRun(String bootId, long incarnation) {}
