package io.tarn.chassis.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class RequestHashTest {

  @Test
  void hash_isSha256OfUtf8() {
    // FIPS 180-4, example of one block
    assertThat(HexFormat.of().formatHex(RequestHash.of("abc")))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }
}
