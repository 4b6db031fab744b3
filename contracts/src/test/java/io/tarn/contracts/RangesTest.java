package io.tarn.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.emc.OwnerChangeRequest;
import io.tarn.contracts.emc.ScrubRequest;
import io.tarn.contracts.placement.HostSpec;
import io.tarn.contracts.placement.VmRequest;
import io.tarn.contracts.pool.AckReply;
import io.tarn.contracts.pool.AckRequest;
import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.OperationReport;
import io.tarn.contracts.pool.OperationRequest;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.contracts.pool.SliceRef;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The ranges of every body that comes from outside, read from JSON as a client writes it. */
class RangesTest {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private static final String LABELS_33 =
      "{"
          + Stream.iterate(1, n -> n <= 33, n -> n + 1)
              .map(n -> "'k" + n + "':'v'")
              .reduce((a, b) -> a + "," + b)
              .orElseThrow()
          + "}";

  static Stream<Arguments> good() {
    return Stream.of(
        row(GrantRequest.class, "{'hostId':'h1','poolId':'p1','sizeGiB':1}"),
        row(GrantRequest.class, "{'hostId':'h1','poolId':'p1','sizeGiB':1024}"),
        row(PoolSpec.class, "{'capacityGiB':1,'emc':'http://127.0.0.1:1/v1/emcs/p1'}"),
        row(PoolSpec.class, "{'capacityGiB':1024,'emc':'http://emc.example'}"),
        row(BootReport.class, "{'bootId':'b','bootedAtMillis':1,'blockBytes':2097152}"),
        row(BootReport.class, "{'bootId':'b','bootedAtMillis':1,'blockBytes':68719476736}"),
        row(SliceRef.class, "{'slice':0,'generation':1}"),
        row(SliceRef.class, "{'slice':1023,'generation':9223372036854775807}"),
        row(Observation.class, observation("ONLINE", 0, 1, null)),
        row(Observation.class, observation("OFFLINING", 0, 8, null)),
        row(Observation.class, observation("OFFLINING", 8, 8, null)),
        row(Observation.class, observation("OFFLINE", 1024, 1024, null)),
        row(Observation.class, observation("STUCK", 3, 8, "pinned")),
        row(Observation.class, observation("REFUSED", 0, 8, "owner is 7")),
        row(
            AckRequest.class,
            "{'bootId':'b','observations':[" + observation("ONLINE", 0, 1, null) + "]}"),
        row(
            AckRequest.class,
            "{'bootId':'b','observations':[],'operations':[" + report("RUNNING", 0, null) + "]}"),
        row(OperationReport.class, report("RUNNING", 33_554_432, null)),
        row(OperationReport.class, report("DONE", 8, null)),
        row(OperationReport.class, report("FAILED", 0, "pinned")),
        row(OperationReport.class, report("CANCELLED", 1, null)),
        row(OperationRequest.class, order("'kind':'ATTACH'")),
        row(OperationRequest.class, order("'kind':'COPY','memoryMiB':1")),
        row(
            OperationRequest.class,
            order("'kind':'MIGRATE','memoryMiB':33554432,'targetHostId':'h2'")),
        row(
            OperationRequest.class,
            order("'kind':'MIGRATE','memoryMiB':1,'targetHostId':'h2','targetGrantId':'v.m.2'")),
        row(OwnerChange.class, "{'slice':0,'expectedGeneration':0,'newOwner':63,'epoch':1}"),
        row(OwnerChange.class, "{'slice':1023,'expectedOwner':0,'expectedGeneration':9,'epoch':1}"),
        row(OwnerChangeRequest.class, "{'changes':[]}"),
        row(ScrubRequest.class, "{'epoch':1,'entries':[{'slice':0,'generation':2}]}"),
        row(HostSpec.class, "{'vcpus':1,'localMiB':1}"),
        row(
            HostSpec.class,
            "{'vcpus':4096,'localMiB':67108864,'reservedVcpus':4096,'reservedMiB':67108864,'rack':'r1','pools':['p1','p2','p3','p4','p5','p6','p7','p8'],'labels':{'zone':'a b'}}"),
        row(VmRequest.class, "{'vcpus':1,'memoryMiB':64}"),
        row(
            VmRequest.class,
            "{'vmId':'vm1','vcpus':1024,'memoryMiB':33554432,'customer':'c','vmType':'t','guestOs':'g','region':'r','workload':'w','pool':'NEVER','labels':{'k':'v'}}"));
  }

  @ParameterizedTest
  @MethodSource("good")
  void inRange_isRead(Class<?> type, String json) {
    assertThatCode(() -> read(type, json)).doesNotThrowAnyException();
  }

  static Stream<Arguments> bad() {
    return Stream.of(
        row(GrantRequest.class, "{'poolId':'p1','sizeGiB':1}", "hostId"),
        row(GrantRequest.class, "{'hostId':'h1','sizeGiB':1}", "poolId"),
        row(GrantRequest.class, "{'hostId':'h/1','poolId':'p1','sizeGiB':1}", "hostId"),
        row(GrantRequest.class, "{'hostId':'h1','poolId':'p1'}", "sizeGiB", "1..1024"),
        row(GrantRequest.class, "{'hostId':'h1','poolId':'p1','sizeGiB':-1}", "sizeGiB", "1..1024"),
        row(
            GrantRequest.class,
            "{'hostId':'h1','poolId':'p1','sizeGiB':1025}",
            "sizeGiB",
            "1..1024"),
        row(PoolSpec.class, "{'capacityGiB':0,'emc':'http://e'}", "capacityGiB", "1..1024"),
        row(PoolSpec.class, "{'capacityGiB':1025,'emc':'http://e'}", "capacityGiB", "1..1024"),
        row(PoolSpec.class, "{'capacityGiB':1}", "emc"),
        row(PoolSpec.class, "{'capacityGiB':1,'emc':'ftp://e'}", "emc"),
        row(PoolSpec.class, "{'capacityGiB':1,'emc':'http:opaque'}", "emc"),
        row(PoolSpec.class, "{'capacityGiB':1,'emc':'http://e/v1/emcs/p/'}", "emc"),
        row(PoolSpec.class, "{'capacityGiB':1,'emc':'/v1/emcs/p1'}", "emc"),
        row(PoolSpec.class, "{'capacityGiB':1,'emc':'http://e/?x=1'}", "emc"),
        row(BootReport.class, "{'bootedAtMillis':1,'blockBytes':2097152}", "bootId"),
        row(BootReport.class, "{'bootId':'b','blockBytes':2097152}", "bootedAtMillis"),
        row(
            BootReport.class,
            "{'bootId':'b','bootedAtMillis':1,'blockBytes':1048576}",
            "blockBytes"),
        row(
            BootReport.class,
            "{'bootId':'b','bootedAtMillis':1,'blockBytes':137438953472}",
            "blockBytes"),
        row(
            BootReport.class,
            "{'bootId':'b','bootedAtMillis':1,'blockBytes':3145728}",
            "blockBytes",
            "a power of two"),
        row(SliceRef.class, "{'slice':-1,'generation':1}", "slice", "0..1023"),
        row(SliceRef.class, "{'slice':1024,'generation':1}", "slice", "0..1023"),
        row(SliceRef.class, "{'slice':0,'generation':0}", "generation"),
        row(
            Observation.class,
            "{'poolId':'p1','slice':0,'generation':1,'offlineBlocks':0,'totalBlocks':1}",
            "seen"),
        row(Observation.class, observation("OFFLINING", -1, 8, null), "offlineBlocks", "0..8"),
        row(Observation.class, observation("OFFLINING", 9, 8, null), "offlineBlocks", "0..8"),
        row(Observation.class, observation("OFFLINING", 0, 0, null), "totalBlocks", "1..1024"),
        row(Observation.class, observation("OFFLINING", 0, 1025, null), "totalBlocks", "1..1024"),
        row(Observation.class, observation("STUCK", 3, 8, null), "cause"),
        row(Observation.class, observation("REFUSED", 0, 8, " "), "cause"),
        row(Observation.class, observation("ONLINE", 0, 8, "x".repeat(254)), "cause"),
        row(AckRequest.class, "{'bootId':'b'}", "observations"),
        row(AckRequest.class, "{'bootId':'b','observations':[]}", "observations", "1..4096"),
        row(AckRequest.class, "{'bootId':'b','observations':[null]}", "observations"),
        row(
            AckRequest.class,
            "{'observations':[" + observation("ONLINE", 0, 1, null) + "]}",
            "bootId"),
        row(
            AckRequest.class,
            "{'bootId':'b','operations':[" + report("RUNNING", 0, null) + "]}",
            "observations"),
        row(
            AckRequest.class,
            "{'bootId':'b','observations':[],'operations':[]}",
            "observations",
            "1..4096"),
        row(AckRequest.class, "{'bootId':'b','observations':[],'operations':[null]}", "operations"),
        row(OperationReport.class, "{'operationId':'o','doneMiB':0}", "state"),
        row(OperationReport.class, report("PENDING", 0, null), "state"),
        row(OperationReport.class, report("EXPIRED", 0, null), "state"),
        row(OperationReport.class, report("RUNNING", -1, null), "doneMiB", "0..33554432"),
        row(OperationReport.class, report("RUNNING", 33_554_433, null), "doneMiB", "0..33554432"),
        row(OperationReport.class, report("FAILED", 0, null), "cause"),
        row(OperationReport.class, report("DONE", 0, "why"), "cause"),
        row(OperationReport.class, "{'state':'RUNNING','doneMiB':0}", "operationId"),
        row(OperationRequest.class, "{}", "kind", "ATTACH, COPY or MIGRATE"),
        row(OperationRequest.class, order("'kind':'COPY'"), "memoryMiB", "1..33554432"),
        row(
            OperationRequest.class,
            order("'kind':'COPY','memoryMiB':0"),
            "memoryMiB",
            "1..33554432"),
        row(
            OperationRequest.class,
            order("'kind':'COPY','memoryMiB':33554433"),
            "memoryMiB",
            "1..33554432"),
        row(OperationRequest.class, order("'kind':'ATTACH','memoryMiB':1"), "memoryMiB"),
        row(
            OperationRequest.class,
            order("'kind':'COPY','memoryMiB':1,'targetHostId':'h2'"),
            "targetHostId"),
        row(
            OperationRequest.class,
            order("'kind':'ATTACH','targetGrantId':'v.m.2'"),
            "targetGrantId"),
        row(OperationRequest.class, order("'kind':'MIGRATE','memoryMiB':1"), "targetHostId"),
        row(
            OperationRequest.class,
            order("'kind':'MIGRATE','memoryMiB':1,'targetHostId':'h2','targetGrantId':'w.2'"),
            "targetGrantId",
            "a grant of VM v.m"),
        row(
            OperationRequest.class,
            order("'kind':'ATTACH'").replace("v.m.1", "v.1"),
            "grantId",
            "a grant of VM v.m"),
        row(OperationRequest.class, order("'kind':'ATTACH'").replace("v.m.1", "x"), "grantId"),
        row(
            OperationRequest.class,
            "{'kind':'ATTACH','vmId':'v','deadlineMillis':1000}",
            "grantId",
            "a grant of VM v"),
        row(
            OperationRequest.class,
            order("'kind':'ATTACH'").replace("60000", "999"),
            "deadlineMillis",
            "1000..86400000"),
        row(
            OperationRequest.class,
            order("'kind':'ATTACH'").replace("60000", "86400001"),
            "deadlineMillis",
            "1000..86400000"),
        row(OwnerChange.class, "{'slice':1024,'expectedGeneration':0,'epoch':1}", "slice"),
        row(
            OwnerChange.class,
            "{'slice':0,'expectedGeneration':-1,'epoch':1}",
            "expectedGeneration"),
        row(OwnerChange.class, "{'slice':0,'expectedGeneration':0,'epoch':0}", "epoch"),
        row(
            OwnerChange.class,
            "{'slice':0,'expectedGeneration':0,'epoch':1,'expectedOwner':64}",
            "expectedOwner",
            "0..63"),
        row(
            OwnerChange.class,
            "{'slice':0,'expectedGeneration':0,'epoch':1,'newOwner':-1}",
            "newOwner",
            "0..63"),
        row(OwnerChangeRequest.class, "{}", "changes"),
        row(OwnerChangeRequest.class, "{'changes':[null]}", "changes"),
        row(ScrubRequest.class, "{'epoch':0,'entries':[]}", "epoch"),
        row(ScrubRequest.class, "{'epoch':1}", "entries"),
        row(ScrubRequest.class, "{'epoch':1,'entries':[null]}", "entries"),
        row(HostSpec.class, "{'localMiB':1}", "vcpus", "1..4096"),
        row(HostSpec.class, "{'vcpus':4097,'localMiB':1}", "vcpus", "1..4096"),
        row(HostSpec.class, "{'vcpus':1}", "localMiB", "1..67108864"),
        row(HostSpec.class, "{'vcpus':1,'localMiB':67108865}", "localMiB", "1..67108864"),
        row(HostSpec.class, "{'vcpus':1,'localMiB':1,'reservedVcpus':2}", "reservedVcpus", "0..1"),
        row(HostSpec.class, "{'vcpus':1,'localMiB':1,'reservedVcpus':-1}", "reservedVcpus", "0..1"),
        row(HostSpec.class, "{'vcpus':1,'localMiB':1,'reservedMiB':2}", "reservedMiB", "0..1"),
        row(HostSpec.class, "{'vcpus':1,'localMiB':1,'rack':''}", "rack"),
        row(HostSpec.class, "{'vcpus':1,'localMiB':1,'pools':[null]}", "pools"),
        row(
            HostSpec.class,
            "{'vcpus':1,'localMiB':1,'pools':['1','2','3','4','5','6','7','8','9']}",
            "pools",
            "0..8"),
        row(HostSpec.class, "{'vcpus':1,'localMiB':1,'labels':{'k':null}}", "labels.k"),
        row(HostSpec.class, "{'vcpus':1,'localMiB':1,'labels':{'':'v'}}", "labels"),
        row(VmRequest.class, "{'vmId':'','vcpus':1,'memoryMiB':64}", "vmId"),
        row(VmRequest.class, "{'memoryMiB':64}", "vcpus", "1..1024"),
        row(VmRequest.class, "{'vcpus':1025,'memoryMiB':64}", "vcpus", "1..1024"),
        row(VmRequest.class, "{'vcpus':1,'memoryMiB':63}", "memoryMiB", "64..33554432"),
        row(VmRequest.class, "{'vcpus':1,'memoryMiB':33554433}", "memoryMiB", "64..33554432"),
        row(VmRequest.class, "{'vcpus':1,'memoryMiB':64,'customer':''}", "customer"),
        row(VmRequest.class, "{'vcpus':1,'memoryMiB':64,'vmType':' '}", "vmType"),
        row(VmRequest.class, "{'vcpus':1,'memoryMiB':64,'guestOs':''}", "guestOs"),
        row(VmRequest.class, "{'vcpus':1,'memoryMiB':64,'region':''}", "region"),
        row(VmRequest.class, "{'vcpus':1,'memoryMiB':64,'workload':''}", "workload"),
        row(
            VmRequest.class,
            "{'vcpus':1,'memoryMiB':64,'labels':" + LABELS_33 + "}",
            "labels",
            "0..32"));
  }

  @ParameterizedTest
  @MethodSource("bad")
  void outOfRange_namesTheFieldAndWhatIsAccepted(
      Class<?> type, String json, String field, @Nullable String accepted) {
    assertThatExceptionOfType(Exception.class)
        .isThrownBy(() -> read(type, json))
        .havingRootCause()
        .isInstanceOfSatisfying(
            InvalidField.class,
            invalid -> {
              assertThat(invalid.field()).isEqualTo(field);
              assertThat(invalid.accepted()).isNotBlank();
              if (accepted != null) {
                assertThat(invalid.accepted()).isEqualTo(accepted);
              }
            });
  }

  static Stream<Arguments> bounds() {
    return good()
        .flatMap(
            row ->
                Stream.of((Class<?>) row.get()[0])
                    .flatMap(type -> Stream.of(type.getRecordComponents()))
                    .filter(component -> component.getAccessor().isAnnotationPresent(Min.class))
                    .map(component -> Arguments.of(row.get()[0], row.get()[1], component)));
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void beyondAnAnnotatedBound_isRefused(Class<?> type, String json, RecordComponent component) {
    long min = component.getAccessor().getAnnotation(Min.class).value();
    long max = component.getAccessor().getAnnotation(Max.class).value();
    List<Long> beyond = max == Long.MAX_VALUE ? List.of(min - 1) : List.of(min - 1, max + 1);
    for (long value : beyond) {
      ObjectNode body = (ObjectNode) JSON.readTree(json.replace('\'', '"'));
      body.put(component.getName(), value);
      assertThatExceptionOfType(Exception.class)
          .isThrownBy(() -> JSON.treeToValue(body, type))
          .havingRootCause()
          .isInstanceOfSatisfying(
              InvalidField.class, bad -> assertThat(bad.field()).isEqualTo(component.getName()));
    }
  }

  @Test
  void numbersFromClients_haveAnnotatedBounds() {
    Stream.of(
            VmRequest.class,
            HostSpec.class,
            PoolSpec.class,
            GrantRequest.class,
            BootReport.class,
            Observation.class,
            OperationReport.class,
            OperationRequest.class,
            SliceRef.class)
        .flatMap(type -> Stream.of(type.getRecordComponents()))
        .filter(component -> component.getType().isPrimitive())
        .forEach(
            component ->
                assertThat(component.getAccessor().isAnnotationPresent(Max.class))
                    .as("%s of %s", component.getName(), component.getDeclaringRecord())
                    .isEqualTo(component.getAccessor().isAnnotationPresent(Min.class))
                    .isTrue());
  }

  @Test
  void defaults_areFilled() {
    VmRequest vm = read(VmRequest.class, "{'vcpus':1,'memoryMiB':64}");
    assertThat(vm.pool()).isEqualTo(VmRequest.PoolUse.ALLOWED);
    assertThat(vm.labels()).isEmpty();
    assertThat(vm.named("x"))
        .isEqualTo(read(VmRequest.class, "{'vmId':'x','vcpus':1,'memoryMiB':64}"));
    HostSpec host = read(HostSpec.class, "{'vcpus':2,'localMiB':1,'pools':['p2','p1','p2']}");
    assertThat(host.pools()).containsExactly("p2", "p1");
    assertThat(host.reservedVcpus()).isZero();
  }

  @Test
  void acks_withoutOperations_areAsBefore() {
    String json = "{'bootId':'b','observations':[" + observation("ONLINE", 0, 1, null) + "]}";
    AckRequest request = read(AckRequest.class, json);
    assertThat(request.operations()).isEmpty();
    assertThat(JSON.writeValueAsString(request)).doesNotContain("operations");
    assertThat(read(AckReply.class, "{'results':[]}").operations()).isEmpty();
  }

  @Test
  void command_withoutAnOperation_isAsBefore() {
    String json =
        "{'sequence':1,'kind':'%s','grantId':'v.1','poolId':'p','emc':'http://e','port':0,'slices':[]}";
    assertThat(read(HostCommand.class, json.formatted("ONLINE")).operation()).isNull();
    assertThatExceptionOfType(Exception.class)
        .isThrownBy(() -> read(HostCommand.class, json.formatted("OPERATE")))
        .withMessageContaining("a command OPERATE with operation null");
  }

  @Test
  void labels_inAnyOrder_areTheSameRequest() {
    String one =
        JSON.writeValueAsString(
            read(VmRequest.class, "{'vcpus':1,'memoryMiB':64,'labels':{'b':'2','a':'1'}}"));
    String other =
        JSON.writeValueAsString(
            read(VmRequest.class, "{'labels':{'a':'1','b':'2'},'memoryMiB':64,'vcpus':1}"));
    assertThat(one).isEqualTo(other);
  }

  private static String observation(String seen, int offline, int total, @Nullable String cause) {
    return "{'poolId':'p1','slice':3,'generation':4,'seen':'%s','offlineBlocks':%d,'totalBlocks':%d%s}"
        .formatted(seen, offline, total, cause == null ? "" : ",'cause':'" + cause + "'");
  }

  private static String report(String state, long doneMiB, @Nullable String cause) {
    return "{'operationId':'o','state':'%s','doneMiB':%d%s}"
        .formatted(state, doneMiB, cause == null ? "" : ",'cause':'" + cause + "'");
  }

  private static String order(String fields) {
    return "{'vmId':'v.m','grantId':'v.m.1','deadlineMillis':60000," + fields + "}";
  }

  private static <T> T read(Class<T> type, String json) {
    return JSON.readValue(json.replace('\'', '"'), type);
  }

  private static Arguments row(Class<?> type, String json) {
    return Arguments.of(type, json);
  }

  private static Arguments row(Class<?> type, String json, String field) {
    return Arguments.of(type, json, field, null);
  }

  private static Arguments row(Class<?> type, String json, String field, String accepted) {
    return Arguments.of(type, json, field, accepted);
  }
}
