package io.tarn.contracts.feature;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import java.util.HashSet;
import java.util.List;

/**
 * The numbers that stand for names in a vector; part of a model's artifact, for they mean something
 * to that model only. A name's number is its place in the list, from 1; 0 is every name that the
 * list has not.
 *
 * @param vmTypes flavours
 * @param guestOses operating systems of guests
 * @param regions regions
 */
public record Categories(List<String> vmTypes, List<String> guestOses, List<String> regions) {

  /** The most names of one kind. */
  public static final int MOST = 10_000;

  /** Checks and copies the lists. */
  public Categories {
    vmTypes = distinct("vmTypes", vmTypes);
    guestOses = distinct("guestOses", guestOses);
    regions = distinct("regions", regions);
  }

  /** The number of a name: its place from 1, or 0. */
  static int code(List<String> names, String name) {
    return names.indexOf(name) + 1;
  }

  private static List<String> distinct(String field, List<String> names) {
    List<String> copy = Check.items(field, names);
    Check.range(field + ".size", copy.size(), 0, MOST);
    if (new HashSet<>(copy).size() < copy.size()) {
      throw new InvalidField(field, "a list with a name in it twice", "each name once");
    }
    return copy;
  }
}
