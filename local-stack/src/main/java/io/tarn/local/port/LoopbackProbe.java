package io.tarn.local.port;

import io.tarn.local.home.CannotStart;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Finds out by listening for a moment. */
public final class LoopbackProbe implements PortProbe {

  @Override
  public boolean free(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      // as the servers do; otherwise ports of connections just closed would count as taken
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public int any() throws CannotStart {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new CannotStart("No port is free on 127.0.0.1: " + e.getMessage(), e);
    }
  }
}
