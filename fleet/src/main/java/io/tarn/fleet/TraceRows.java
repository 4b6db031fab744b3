package io.tarn.fleet;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** Turns the rows of a trace into arrivals, in order; checks each. */
final class TraceRows {

  private static final double MIB_PER_GIB = 1024;
  private static final double MOST_VCPUS = 1024;
  private static final double LEAST_GIB = 64 / MIB_PER_GIB;
  private static final double MOST_GIB = 32 * MIB_PER_GIB;
  private static final double LONGEST_SECONDS = 1e10;

  private final Path file;
  private final TraceColumns columns;
  private final Random random;
  private double firstArrival = Double.NaN;
  private double lastArrival;
  private long sequence;

  TraceRows(Path file, TraceColumns columns, long seed) {
    this.file = file;
    this.columns = columns;
    this.random = new Random(seed);
  }

  Arrival arrival(long line, List<String> fields) {
    if (fields.size() < columns.count()) {
      throw new TraceFormatException(
          file, line, "has " + fields.size() + " fields, the header has " + columns.count());
    }
    double arrival = number(line, "arrival_s", fields.get(columns.arrival()), 0, LONGEST_SECONDS);
    int vcpus = cores(line, fields.get(columns.vcpu()));
    double gib = number(line, "mem_gb", fields.get(columns.memory()), LEAST_GIB, MOST_GIB);
    double min = number(line, "life_min_s", fields.get(columns.lifeMin()), 0, LONGEST_SECONDS);
    double max = number(line, "life_max_s", fields.get(columns.lifeMax()), 0, LONGEST_SECONDS);
    if (max < min) {
      throw new TraceFormatException(
          file, line, "life_max_s is " + max + ", accepted: from life_min_s, which is " + min);
    }
    long memoryMiB = Math.round(gib * MIB_PER_GIB);
    return new Arrival(
        sequence++,
        inOrder(line, arrival),
        vcpus,
        memoryMiB,
        min + random.nextDouble() * (max - min),
        censored(line, fields),
        null,
        Flavour.vmType(vcpus, memoryMiB));
  }

  private double inOrder(long line, double arrival) {
    if (Double.isNaN(firstArrival)) {
      firstArrival = arrival;
    } else if (arrival < lastArrival) {
      throw new TraceFormatException(
          file,
          line,
          "arrival_s is " + arrival + ", before the row above; accepted: rows sorted by arrival_s");
    }
    lastArrival = arrival;
    return arrival - firstArrival;
  }

  private int cores(long line, String text) {
    double cores = number(line, "vcpu", text, 1, MOST_VCPUS);
    if (cores != Math.rint(cores)) {
      throw new TraceFormatException(
          file, line, "vcpu is " + text + ", accepted: a whole number, 1..1024");
    }
    return (int) cores;
  }

  private boolean censored(long line, List<String> fields) {
    return columns.censored() >= 0
        && number(line, "censored", fields.get(columns.censored()), 0, 1) > 0;
  }

  private double number(long line, String column, String text, double min, double max) {
    double value;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      value = Double.NaN;
    }
    if (!(value >= min && value <= max)) {
      throw new TraceFormatException(
          file,
          line,
          column + " is \"" + text + "\", accepted: a number, " + plain(min) + ".." + plain(max));
    }
    return value;
  }

  private static String plain(double bound) {
    return bound == Math.rint(bound) ? Long.toString((long) bound) : Double.toString(bound);
  }
}
