package io.tarn.local.evidence;

import io.tarn.local.cluster.ClusterShape;

/**
 * A proof that takes longer than a build may: a replay under hard conditions whose invariants must
 * hold.
 *
 * @param name on the command line
 * @param description what it proves, for people
 * @param cluster that it needs
 * @param policy of placement
 * @param vms arrivals unless the user says otherwise
 * @param pastDays days before that models learn from, unless the user says otherwise
 * @param killEach whether each process is killed once in the course of it
 */
public record Evidence(
    String name,
    String description,
    ClusterShape cluster,
    String policy,
    int vms,
    int pastDays,
    boolean killEach) {}
