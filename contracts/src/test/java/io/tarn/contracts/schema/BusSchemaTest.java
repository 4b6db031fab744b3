package io.tarn.contracts.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.TextFormat;
import io.tarn.contracts.bus.Cot;
import io.tarn.contracts.bus.Header;
import io.tarn.contracts.bus.Models;
import io.tarn.contracts.bus.Placements;
import io.tarn.contracts.bus.Slices;
import io.tarn.contracts.bus.Telemetry;
import io.tarn.contracts.bus.Windows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares the messages with those kept in {@code bus.descriptors.txtpb}. To keep today's on
 * purpose:
 *
 * <pre>mvn -B -ntp -pl contracts test -Dtest=BusSchemaTest -Dtarn.contracts.keep=true</pre>
 */
class BusSchemaTest {

  private static final Path KEPT = Path.of("src/test/resources/bus.descriptors.txtpb");
  private static final Path SOURCES = Path.of("src/main/proto");
  private static final List<FileDescriptor> FILES =
      List.of(
          Header.getDescriptor(),
          Cot.getDescriptor(),
          Models.getDescriptor(),
          Placements.getDescriptor(),
          Slices.getDescriptor(),
          Telemetry.getDescriptor(),
          Windows.getDescriptor());

  @Test
  void messages_breakNobody() throws IOException {
    if (Boolean.getBoolean("tarn.contracts.keep")) {
      Files.writeString(KEPT, TextFormat.printer().printToString(today()));
    }
    assertThat(BusSchema.breaks(kept(), today())).isEmpty();
  }

  @Test
  void everyProtoFile_isCompared() throws IOException {
    try (Stream<Path> sources = Files.walk(SOURCES)) {
      assertThat(sources.filter(Files::isRegularFile).map(p -> SOURCES.relativize(p).toString()))
          .containsExactlyInAnyOrderElementsOf(
              FILES.stream().map(FileDescriptor::getName).toList());
    }
  }

  @Test
  void renumberedField_isFound() {
    assertBroken(
        ".tarn.bus.VmAllocation 3 was \"uint64 local_mib\", is gone",
        field("VmAllocation", "local_mib", field -> field.setNumber(30)));
  }

  @Test
  void swappedNumbers_areFound() {
    FileDescriptorSet.Builder swapped = today().toBuilder();
    edit(swapped, "VmAllocation", m -> fieldOf(m, "host_id").setNumber(5));
    edit(swapped, "VmAllocation", m -> fieldOf(m, "pool_id").setNumber(1));
    assertThat(BusSchema.breaks(today(), swapped.build())).hasSize(2);
  }

  @Test
  void retypedField_isFound() {
    assertBroken(
        ".tarn.bus.VmAllocation 3 was \"uint64 local_mib\", is \"int64 local_mib\"",
        field(
            "VmAllocation",
            "local_mib",
            field -> field.setType(FieldDescriptorProto.Type.TYPE_INT64)));
  }

  @Test
  void fieldOfAnotherMessageType_isFound() {
    assertBroken(
        ".tarn.bus.VmPlaced 1 was \"message .tarn.bus.VmAllocation allocation\", is \"message"
            + " .tarn.bus.VmReady allocation\"",
        field("VmPlaced", "allocation", field -> field.setTypeName(".tarn.bus.VmReady")));
  }

  @Test
  void removedField_isFound() {
    assertBroken(
        ".tarn.bus.EventHeader 2 was \"int64 occurred_at_millis\", is gone",
        edited("EventHeader", message -> message.removeField(1)));
  }

  @Test
  void renamedField_isFound() {
    assertBroken(
        ".tarn.bus.EventHeader 1 was \"uint64 sequence\", is \"uint64 number\"",
        field("EventHeader", "sequence", field -> field.setName("number")));
  }

  @Test
  void changedLabel_isFound() {
    assertBroken(
        ".tarn.bus.GrantCommitted 4 was \"repeated uint32 slices\", is \"uint32 slices\"",
        field(
            "GrantCommitted",
            "slices",
            field -> field.setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)));
  }

  @Test
  void explicitPresence_isFound() {
    FileDescriptorSet changed =
        edited(
            "VmAllocation",
            message -> {
              message.addOneofDeclBuilder().setName("_vcpus");
              fieldOf(message, "vcpus").setProto3Optional(true).setOneofIndex(0);
            });
    assertBroken(
        ".tarn.bus.VmAllocation 2 was \"uint32 vcpus\", is \"explicit uint32 vcpus\"", changed);
  }

  @Test
  void fieldOutOfItsOneof_isFound() {
    assertBroken(
        ".tarn.bus.PlacementEvent 5 was \"message .tarn.bus.VmReady ready in oneof fact\", is"
            + " \"message .tarn.bus.VmReady ready\"",
        field("PlacementEvent", "ready", FieldDescriptorProto.Builder::clearOneofIndex));
  }

  @Test
  void fieldIntoOneof_isFound() {
    assertBroken(
        ".tarn.bus.PlacementEvent 2 was \"string vm_id\", is \"string vm_id in oneof fact\"",
        field("PlacementEvent", "vm_id", field -> field.setOneofIndex(0)));
  }

  @Test
  void removedMessage_isFound() {
    FileDescriptorSet.Builder without = today().toBuilder();
    without.getFileBuilderList().forEach(BusSchemaTest::dropSliceQuarantined);
    assertBroken("message .tarn.bus.SliceQuarantined is gone", without.build());
  }

  @Test
  void otherPackage_isFound() {
    FileDescriptorSet.Builder moved = today().toBuilder();
    moved.getFileBuilder(0).setPackage("tarn.bus2");
    assertBroken("message .tarn.bus.EventHeader is gone", moved.build());
  }

  @Test
  void enumValues_areCompared() {
    FileDescriptorSet before = withEnum("LOST", 2);
    assertThat(BusSchema.breaks(before, before)).isEmpty();
    assertThat(BusSchema.breaks(before, withEnum("LOST", 3)))
        .containsExactly(".tarn.bus.Cause 2 was \"LOST\", is gone");
    assertThat(BusSchema.breaks(before, withEnum("BROKEN", 2)))
        .containsExactly(".tarn.bus.Cause 2 was \"LOST\", is \"BROKEN\"");
    assertThat(BusSchema.breaks(before, today())).containsExactly("enum .tarn.bus.Cause is gone");
  }

  @Test
  void additions_breakNobody() {
    FileDescriptorSet.Builder more = withEnum("LOST", 2).toBuilder();
    edit(
        more,
        "PlacementEvent",
        message ->
            message
                .addFieldBuilder()
                .setName("moved")
                .setNumber(80)
                .setType(FieldDescriptorProto.Type.TYPE_MESSAGE)
                .setTypeName(".tarn.bus.VmReady")
                .setOneofIndex(0));
    edit(
        more,
        "VmAllocation",
        message ->
            message
                .addFieldBuilder()
                .setName("rack")
                .setNumber(80)
                .setType(FieldDescriptorProto.Type.TYPE_STRING));
    more.getFileBuilder(0).addMessageTypeBuilder().setName("VmMoved");
    assertThat(BusSchema.breaks(today(), more.build())).isEmpty();
  }

  private static void assertBroken(String line, FileDescriptorSet changed) {
    assertThat(BusSchema.breaks(today(), changed)).containsExactly(line);
  }

  private static FileDescriptorSet today() {
    FileDescriptorSet.Builder files = FileDescriptorSet.newBuilder();
    FILES.forEach(file -> files.addFile(file.toProto()));
    return files.build();
  }

  private static FileDescriptorSet kept() throws IOException {
    return TextFormat.parse(Files.readString(KEPT), FileDescriptorSet.class);
  }

  private static FileDescriptorSet field(
      String message, String field, Consumer<FieldDescriptorProto.Builder> change) {
    return edited(message, found -> change.accept(fieldOf(found, field)));
  }

  private static FileDescriptorSet edited(
      String message, Consumer<DescriptorProto.Builder> change) {
    FileDescriptorSet.Builder files = today().toBuilder();
    edit(files, message, change);
    return files.build();
  }

  private static void edit(
      FileDescriptorSet.Builder files, String message, Consumer<DescriptorProto.Builder> change) {
    List<DescriptorProto.Builder> found =
        files.getFileBuilderList().stream()
            .flatMap(file -> file.getMessageTypeBuilderList().stream())
            .filter(candidate -> candidate.getName().equals(message))
            .toList();
    assertThat(found).hasSize(1);
    change.accept(found.get(0));
  }

  private static FieldDescriptorProto.Builder fieldOf(
      DescriptorProto.Builder message, String field) {
    return message.getFieldBuilderList().stream()
        .filter(candidate -> candidate.getName().equals(field))
        .findFirst()
        .orElseThrow();
  }

  private static void dropSliceQuarantined(FileDescriptorProto.Builder file) {
    for (int i = file.getMessageTypeCount() - 1; i >= 0; i--) {
      if (file.getMessageType(i).getName().equals("SliceQuarantined")) {
        file.removeMessageType(i);
      }
    }
  }

  private static FileDescriptorSet withEnum(String value, int number) {
    FileDescriptorSet.Builder files = today().toBuilder();
    files
        .getFileBuilder(0)
        .addEnumType(
            EnumDescriptorProto.newBuilder()
                .setName("Cause")
                .addValue(EnumValueDescriptorProto.newBuilder().setName("UNKNOWN").setNumber(0))
                .addValue(EnumValueDescriptorProto.newBuilder().setName(value).setNumber(number)));
    return files.build();
  }
}
