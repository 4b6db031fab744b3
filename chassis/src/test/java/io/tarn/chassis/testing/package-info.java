/**
 * Real parts for integration tests of every service: a durable PostgreSQL and a Kafka broker, one
 * of each for a JVM, started when first asked for and removed when the JVM ends.
 */
@NullMarked
package io.tarn.chassis.testing;

import org.jspecify.annotations.NullMarked;
