package io.tarn.trainer.export;

import io.tarn.trainer.onnx.ModelProto;
import io.tarn.trainer.onnx.NodeProto;
import io.tarn.trainer.training.Boost;
import io.tarn.trainer.training.Forest;
import java.util.Arrays;
import java.util.List;
import smile.base.cart.DecisionNode;
import smile.base.cart.LeafNode;
import smile.base.cart.RegressionNode;
import smile.classification.RandomForest;
import smile.regression.RegressionTree;

/** Writes Smile's ensembles as ONNX. */
public final class Exporter {

  static final String PROBABILITIES = "probabilities";
  static final String SHARE = "untouchedShare";

  private static final String LABEL = "label";
  private static final int CLASSES = 2;

  private Exporter() {}

  /**
   * A forest of two classes. Smile's probability is the mean of the trees' smoothed posteriors,
   * weighted by their accuracy out of bag; so a leaf's weight is its posterior times the tree's
   * share of all accuracies.
   */
  public static ExportedModel forest(RandomForest forest) {
    TreeTable table =
        new TreeTable(
            forest.schema(),
            "class",
            List.of(leaf -> posterior(leaf, 0), leaf -> posterior(leaf, Forest.INSENSITIVE)));
    double all = Arrays.stream(forest.models()).mapToDouble(model -> model.weight).sum();
    for (RandomForest.Model model : forest.models()) {
      table.add(model.tree.root(), model.weight / all);
    }
    NodeProto.Builder node = node("TreeEnsembleClassifier").addOutput(LABEL);
    node.addOutput(PROBABILITIES)
        .addAttribute(Onnx.ints("classlabels_int64s", List.of(0L, (long) Forest.INSENSITIVE)))
        .addAttribute(Onnx.string("post_transform", "NONE"));
    table.into(node);
    ModelProto model =
        Onnx.model(
            "forest",
            node.build(),
            forest.schema().length(),
            List.of(
                Onnx.matrix(LABEL, Onnx.INT64, 0),
                Onnx.matrix(PROBABILITIES, Onnx.FLOAT, CLASSES)));
    return new ExportedModel(model, PROBABILITIES, table.splits());
  }

  /** Boosted trees: the intercept and the shrunk answers of the trees, summed. */
  public static ExportedModel boost(Boost boost) {
    TreeTable table =
        new TreeTable(
            boost.model().schema(), "target", List.of(leaf -> ((RegressionNode) leaf).output()));
    for (RegressionTree tree : boost.model().trees()) {
      table.add(tree.root(), boost.shrinkage());
    }
    NodeProto.Builder node = node("TreeEnsembleRegressor").addOutput(SHARE);
    node.addAttribute(Onnx.integer("n_targets", 1))
        .addAttribute(Onnx.string("post_transform", "NONE"))
        .addAttribute(Onnx.string("aggregate_function", "SUM"))
        .addAttribute(Onnx.floats("base_values", List.of((float) boost.intercept())));
    table.into(node);
    ModelProto model =
        Onnx.model(
            "gbm",
            node.build(),
            boost.model().schema().length(),
            List.of(Onnx.matrix(SHARE, Onnx.FLOAT, 1)));
    return new ExportedModel(model, SHARE, table.splits());
  }

  private static double posterior(LeafNode leaf, int of) {
    return ((DecisionNode) leaf).posteriori(new double[CLASSES])[of];
  }

  private static NodeProto.Builder node(String operator) {
    return NodeProto.newBuilder()
        .setOpType(operator)
        .setDomain(Onnx.ML_DOMAIN)
        .setName("trees")
        .addInput(Onnx.INPUT);
  }
}
