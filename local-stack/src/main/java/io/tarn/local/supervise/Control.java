package io.tarn.local.supervise;

/**
 * Where a running supervisor takes orders.
 *
 * @param pid the supervisor
 * @param port on the loopback address
 * @param token that every order must carry
 */
public record Control(long pid, int port, String token) {

  @Override
  public String toString() {
    return "supervisor " + pid + " at port " + port;
  }
}
