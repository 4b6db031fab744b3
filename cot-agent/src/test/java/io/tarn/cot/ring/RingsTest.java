package io.tarn.cot.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.spy.memcached.ArrayModNodeLocator;
import net.spy.memcached.DefaultHashAlgorithm;
import net.spy.memcached.KetamaNodeKeyFormatter.Format;
import net.spy.memcached.KetamaNodeLocator;
import net.spy.memcached.MemcachedNode;
import net.spy.memcached.NodeLocator;
import net.spy.memcached.util.DefaultKetamaNodeLocatorConfiguration;
import org.junit.jupiter.api.Test;

/** Rings against the locators of the real spymemcached client, and by hand. */
class RingsTest {

  private static final int PORT = 11_211;

  @Test
  void ketama_findsTheServerThatSpymemcachedFinds() {
    List<String> servers = servers(8);
    KetamaRing ring = KetamaRing.of(servers);
    NodeLocator real =
        new KetamaNodeLocator(
            nodes(servers),
            DefaultHashAlgorithm.KETAMA_HASH,
            new DefaultKetamaNodeLocatorConfiguration(
                new net.spy.memcached.KetamaNodeKeyFormatter(Format.LIBMEMCACHED)));
    // libmemcached leaves the default port out of the name that it hashes
    KetamaRing libmemcached =
        KetamaRing.of(servers.stream().map(server -> server.split(":", 2)[0]).toList());
    NodeLocator spymemcached =
        new KetamaNodeLocator(
            nodes(servers),
            DefaultHashAlgorithm.KETAMA_HASH,
            new DefaultKetamaNodeLocatorConfiguration(
                new net.spy.memcached.KetamaNodeKeyFormatter(Format.SPYMEMCACHED)));
    for (String key : keys(5_000)) {
      assertThat(servers.get(libmemcached.backEndOf(key))).isEqualTo(serverOf(real, key));
      assertThat(servers.get(ring.backEndOf(key))).isEqualTo(serverOf(spymemcached, key));
    }
  }

  @Test
  void modulo_findsTheServerThatSpymemcachedFinds() {
    List<String> servers = servers(7);
    ModuloRing ring = new ModuloRing(servers);
    NodeLocator real = new ArrayModNodeLocator(nodes(servers), DefaultHashAlgorithm.NATIVE_HASH);
    for (String key : keys(5_000)) {
      assertThat(servers.get(ring.backEndOf(key))).isEqualTo(serverOf(real, key));
    }
  }

  @Test
  void shares_areThoseOfRandomHashes() {
    KetamaRing ring = KetamaRing.of(servers(8));
    int draws = 200_000;
    int[] found = new int[8];
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < draws; i++) {
      found[ring.ownerOf(Integer.toUnsignedLong(random.nextInt()))]++;
    }
    double sum = 0;
    for (int i = 0; i < 8; i++) {
      // five deviations of a share of an eighth
      assertThat(ring.share(i)).isCloseTo((double) found[i] / draws, within(0.0037));
      sum += ring.share(i);
    }
    assertThat(sum).isCloseTo(1, within(1e-12));
  }

  @Test
  void moduloShares_areEqual() {
    ModuloRing ring = new ModuloRing(servers(3));
    // 2^32 = 3 * 1431655765 + 1, the one over is hash 2^32 - 1, which is 0 modulo 3
    assertThat(ring.share(0)).isEqualTo(1_431_655_766 / 0x1p32);
    assertThat(ring.share(2)).isEqualTo(1_431_655_765 / 0x1p32);
    assertThat(new ModuloRing(servers(8)).share(7)).isEqualTo(0.125);
  }

  @Test
  void oneServer_hasEverything() {
    KetamaRing ring = KetamaRing.of(servers(1));
    assertThat(ring.share(0)).isCloseTo(1, within(1e-12));
    assertThat(ring.backEndOf("any")).isZero();
    assertThat(ring.name()).isEqualTo("ketama-160");
  }

  @Test
  void badServers_areRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> KetamaRing.of(List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ModuloRing(List.of("a", "a")))
        .withMessageContaining("each once");
  }

  private static List<String> servers(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> "10.0.0." + i + ":" + PORT).toList();
  }

  private static List<String> keys(int count) {
    return IntStream.range(0, count).mapToObj(i -> "user:" + i * 7919L).toList();
  }

  private static String serverOf(NodeLocator locator, String key) {
    InetSocketAddress address = (InetSocketAddress) locator.getPrimary(key).getSocketAddress();
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  private static List<MemcachedNode> nodes(List<String> servers) {
    return servers.stream().map(RingsTest::node).toList();
  }

  /** A node that knows its address and nothing else; the locators ask for nothing else. */
  private static MemcachedNode node(String server) {
    InetSocketAddress address = address(server.split(":", 2)[0]);
    return (MemcachedNode)
        Proxy.newProxyInstance(
            MemcachedNode.class.getClassLoader(),
            new Class<?>[] {MemcachedNode.class},
            (proxy, method, arguments) -> {
              return switch (method.getName()) {
                case "getSocketAddress" -> address;
                case "hashCode" -> address.hashCode();
                case "equals" -> proxy == arguments[0];
                default -> throw new UnsupportedOperationException(method.getName());
              };
            });
  }

  private static InetSocketAddress address(String host) {
    try {
      String[] parts = host.split("\\.", -1);
      byte[] bytes = new byte[parts.length];
      for (int i = 0; i < parts.length; i++) {
        bytes[i] = (byte) Integer.parseInt(parts[i]);
      }
      return new InetSocketAddress(InetAddress.getByAddress(bytes), PORT);
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }
}
