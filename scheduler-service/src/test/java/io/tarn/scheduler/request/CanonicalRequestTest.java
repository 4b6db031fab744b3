package io.tarn.scheduler.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.placement.VmRequest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

class CanonicalRequestTest {

  private static final String BODY =
      """
      {"vmId": "a", "vcpus": 2, "memoryMiB": 4096, "customer": "c1",
       "labels": {"tier": "gold", "arch": "x86"}}
      """;

  @Test
  void of_listsWhatIsAskedFor() {
    assertThat(canonical(BODY))
        .isEqualTo(
            """
            vcpus=1:2
            memoryMiB=4:4096
            customer=2:c1
            pool=7:ALLOWED
            labels.arch=3:x86
            labels.tier=4:gold
            """);
  }

  static Stream<String> equalBodies() {
    return Stream.of(
        "{\"labels\":{\"arch\":\"x86\",\"tier\":\"gold\"},\"customer\":\"c1\",\"memoryMiB\":4096,"
            + "\"vcpus\":2,\"vmId\":\"a\"}",
        "{\"vmId\":\"b\",\"vcpus\":2,\"memoryMiB\":4096,\"customer\":\"c1\",\"pool\":\"ALLOWED\","
            + "\"labels\":{\"tier\":\"gold\",\"arch\":\"x86\"}}",
        "{\"vcpus\":2,\"memoryMiB\":4096,\"customer\":\"c1\",\"vmType\":null,\"pool\":null,"
            + "\"labels\":{\"tier\":\"gold\",\"arch\":\"x86\"}}");
  }

  @ParameterizedTest
  @MethodSource("equalBodies")
  void of_equalRequests_isEqual(String body) {
    assertThat(canonical(body)).isEqualTo(canonical(BODY));
  }

  static Stream<String> otherBodies() {
    return Stream.of(
        BODY.replace("\"vcpus\": 2", "\"vcpus\": 3"),
        BODY.replace("4096", "4097"),
        BODY.replace("c1", "c2"),
        BODY.replace("\"customer\"", "\"workload\""),
        BODY.replace("gold", "silver"),
        BODY.replace("\"arch\": \"x86\"", "\"arch2\": \"x86\""),
        BODY.replace("\"vcpus\": 2", "\"vcpus\": 2, \"pool\": \"NEVER\""));
  }

  @ParameterizedTest
  @MethodSource("otherBodies")
  void of_otherRequest_differs(String body) {
    assertThat(canonical(body)).isNotEqualTo(canonical(BODY));
  }

  private static String canonical(String body) {
    return CanonicalRequest.of(
        JsonMapper.builder()
            .disable(tools.jackson.databind.DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build()
            .readValue(body, VmRequest.class));
  }
}
