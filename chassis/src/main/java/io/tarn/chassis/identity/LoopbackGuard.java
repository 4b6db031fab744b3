package io.tarn.chassis.identity;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.servlet.ConfigurableServletWebServerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Binds a service to loopback when no address is set, and refuses any other address while
 * authentication is not configured.
 */
final class LoopbackGuard
    implements WebServerFactoryCustomizer<ConfigurableServletWebServerFactory>, Ordered {

  // where the management port is bound when nobody says where
  private static final String ANYWHERE = "0.0.0.0";

  private final IdentityProperties identity;
  private final Environment environment;

  LoopbackGuard(IdentityProperties identity, Environment environment) {
    this.identity = identity;
    this.environment = environment;
  }

  @Override
  public int getOrder() {
    return LOWEST_PRECEDENCE;
  }

  @Override
  public void customize(ConfigurableServletWebServerFactory factory) {
    @Nullable String address = environment.getProperty("server.address");
    if (address == null || address.isBlank()) {
      factory.setAddress(InetAddress.getLoopbackAddress());
    } else {
      check("server.address", address);
    }
    checkManagement();
  }

  private void checkManagement() {
    if (ManagementPortType.get(environment) != ManagementPortType.DIFFERENT) {
      return;
    }
    @Nullable String address = environment.getProperty("management.server.address");
    check("management.server.address", address == null || address.isBlank() ? ANYWHERE : address);
  }

  private void check(String property, String address) {
    if (!identity.authenticates() && !loopback(address)) {
      throw new OpenServiceException(property, address);
    }
  }

  private static boolean loopback(String address) {
    try {
      return InetAddress.getByName(address).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
