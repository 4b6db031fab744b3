package io.tarn.trainer.export;

import io.tarn.trainer.onnx.AttributeProto;
import io.tarn.trainer.onnx.NodeProto;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import smile.base.cart.InternalNode;
import smile.base.cart.LeafNode;
import smile.base.cart.Node;
import smile.data.type.StructType;

/** Trees as the flat lists that ONNX has of them: one entry for each node, one for each weight. */
final class TreeTable {

  private static final String BRANCH = "BRANCH_LEQ";
  private static final String LEAF = "LEAF";

  private final Threshold threshold;
  private final List<ToDoubleFunction<LeafNode>> outputs;
  private final String prefix;
  private final List<Long> treeIds = new ArrayList<>();
  private final List<Long> nodeIds = new ArrayList<>();
  private final List<Long> featureIds = new ArrayList<>();
  private final List<String> modes = new ArrayList<>();
  private final List<Float> values = new ArrayList<>();
  private final List<Long> trueIds = new ArrayList<>();
  private final List<Long> falseIds = new ArrayList<>();
  private final List<Long> weightTreeIds = new ArrayList<>();
  private final List<Long> weightNodeIds = new ArrayList<>();
  private final List<Long> weightIds = new ArrayList<>();
  private final List<Float> weights = new ArrayList<>();
  private long trees;
  private int nextNode;

  /**
   * @param prefix of the attributes of weights, {@code class} or {@code target}
   * @param outputs of a leaf, one for each class or target, before {@code scale}
   */
  TreeTable(StructType schema, String prefix, List<ToDoubleFunction<LeafNode>> outputs) {
    this.threshold = new Threshold(schema);
    this.prefix = prefix;
    this.outputs = List.copyOf(outputs);
  }

  /** Adds a tree whose leaves count {@code scale} times. */
  void add(Node root, double scale) {
    nextNode = 0;
    append(root, scale);
    trees++;
  }

  /** Puts everything into a node of the graph. */
  void into(NodeProto.Builder node) {
    node.addAttribute(Onnx.ints("nodes_treeids", treeIds))
        .addAttribute(Onnx.ints("nodes_nodeids", nodeIds))
        .addAttribute(Onnx.ints("nodes_featureids", featureIds))
        .addAttribute(Onnx.strings("nodes_modes", modes))
        .addAttribute(Onnx.floats("nodes_values", values))
        .addAttribute(Onnx.ints("nodes_truenodeids", trueIds))
        .addAttribute(Onnx.ints("nodes_falsenodeids", falseIds))
        .addAttribute(weightAttribute("treeids", weightTreeIds))
        .addAttribute(weightAttribute("nodeids", weightNodeIds))
        .addAttribute(weightAttribute("ids", weightIds))
        .addAttribute(Onnx.floats(prefix + "_weights", weights));
  }

  /** The thresholds of all splits, by feature and value. */
  List<Split> splits() {
    List<Split> splits = new ArrayList<>();
    for (int i = 0; i < modes.size(); i++) {
      if (modes.get(i).equals(BRANCH)) {
        splits.add(new Split(featureIds.get(i).intValue(), values.get(i)));
      }
    }
    return splits;
  }

  private int append(Node node, double scale) {
    int id = nextNode++;
    int place = modes.size();
    treeIds.add(trees);
    nodeIds.add((long) id);
    if (node instanceof LeafNode leaf) {
      describe(LEAF, 0, 0);
      weigh(leaf, id, scale);
      return id;
    }
    InternalNode inner = (InternalNode) node;
    describe(BRANCH, inner.feature(), threshold.of(inner));
    trueIds.set(place, (long) append(inner.trueChild(), scale));
    falseIds.set(place, (long) append(inner.falseChild(), scale));
    return id;
  }

  private void describe(String mode, int feature, float value) {
    modes.add(mode);
    featureIds.add((long) feature);
    values.add(value);
    trueIds.add(0L);
    falseIds.add(0L);
  }

  private void weigh(LeafNode leaf, int id, double scale) {
    for (int output = 0; output < outputs.size(); output++) {
      weightTreeIds.add(trees);
      weightNodeIds.add((long) id);
      weightIds.add((long) output);
      weights.add((float) (scale * outputs.get(output).applyAsDouble(leaf)));
    }
  }

  private AttributeProto weightAttribute(String name, List<Long> of) {
    return Onnx.ints(prefix + "_" + name, of);
  }
}
