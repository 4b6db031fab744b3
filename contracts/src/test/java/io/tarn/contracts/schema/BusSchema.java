package io.tarn.contracts.schema;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Finds what a newer schema breaks for those who use an older one. Additions break nothing. */
final class BusSchema {

  private final Map<String, Map<Integer, String>> messages = new TreeMap<>();
  private final Map<String, Map<Integer, String>> enums = new TreeMap<>();

  private BusSchema() {}

  /**
   * What is broken, one line each; empty when every field and enum value of the older schema is
   * there with its number, name, type, label and place in a oneof.
   */
  static List<String> breaks(FileDescriptorSet older, FileDescriptorSet newer) {
    BusSchema before = of(older);
    BusSchema after = of(newer);
    List<String> broken = new ArrayList<>();
    compare("message", before.messages, after.messages, broken);
    compare("enum", before.enums, after.enums, broken);
    return broken;
  }

  private static void compare(
      String what,
      Map<String, Map<Integer, String>> before,
      Map<String, Map<Integer, String>> after,
      List<String> broken) {
    before.forEach(
        (name, members) -> {
          Map<Integer, String> now = after.get(name);
          if (now == null) {
            broken.add(what + " " + name + " is gone");
            return;
          }
          members.forEach(
              (number, member) -> {
                if (!member.equals(now.get(number))) {
                  broken.add(
                      name + " " + number + " was \"" + member + "\", is " + shown(now, number));
                }
              });
        });
  }

  private static String shown(Map<Integer, String> members, int number) {
    String member = members.get(number);
    return member == null ? "gone" : '"' + member + '"';
  }

  private static BusSchema of(FileDescriptorSet files) {
    BusSchema schema = new BusSchema();
    for (FileDescriptorProto file : files.getFileList()) {
      file.getMessageTypeList().forEach(message -> schema.add("." + file.getPackage(), message));
      file.getEnumTypeList().forEach(type -> schema.add("." + file.getPackage(), type));
    }
    return schema;
  }

  private void add(String scope, DescriptorProto message) {
    String name = scope + "." + message.getName();
    messages.put(
        name,
        message.getFieldList().stream()
            .collect(
                Collectors.toMap(
                    FieldDescriptorProto::getNumber, field -> described(message, field))));
    message.getNestedTypeList().forEach(nested -> add(name, nested));
    message.getEnumTypeList().forEach(type -> add(name, type));
  }

  private void add(String scope, EnumDescriptorProto type) {
    Map<Integer, String> values = new TreeMap<>();
    // aliases share a number
    type.getValueList()
        .forEach(v -> values.merge(v.getNumber(), v.getName(), (a, b) -> a + "|" + b));
    enums.put(scope + "." + type.getName(), values);
  }

  private static String described(DescriptorProto message, FieldDescriptorProto field) {
    StringBuilder line = new StringBuilder(label(field));
    line.append(field.getType().name().substring("TYPE_".length()).toLowerCase(Locale.ROOT));
    if (field.hasTypeName()) {
      line.append(' ').append(field.getTypeName());
    }
    line.append(' ').append(field.getName());
    if (field.hasOneofIndex() && !field.getProto3Optional()) {
      line.append(" in oneof ").append(message.getOneofDecl(field.getOneofIndex()).getName());
    }
    return line.toString();
  }

  private static String label(FieldDescriptorProto field) {
    if (field.getProto3Optional()) {
      return "explicit ";
    }
    return field.getLabel() == FieldDescriptorProto.Label.LABEL_REPEATED ? "repeated " : "";
  }
}
