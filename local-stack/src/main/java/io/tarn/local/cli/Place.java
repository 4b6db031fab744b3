package io.tarn.local.cli;

import io.tarn.local.home.Checkout;
import io.tarn.local.home.Home;

/**
 * Where a command works.
 *
 * @param checkout with the jars
 * @param home with the state
 */
record Place(Checkout checkout, Home home) {

  static Place current() {
    Checkout checkout = Checkout.current();
    return new Place(checkout, Home.of(checkout, System.getenv()));
  }
}
