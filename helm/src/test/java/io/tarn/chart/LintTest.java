package io.tarn.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.marcnuri.helm.LintResult;
import org.junit.jupiter.api.Test;

class LintTest {

  @Test
  void chart_linted_hasNeitherErrorsNorWarnings() {
    LintResult result = Chart.lint();
    assertThat(result.isFailed()).as("%s", result.getMessages()).isFalse();
    assertThat(result.getMessages()).noneMatch(m -> m.contains("WARNING") || m.contains("ERROR"));
  }

  @Test
  void appVersion_isTheVersionOfTheBuild() {
    assertThat(StrictYaml.tree(Chart.file("Chart.yaml")).path("appVersion").asText())
        .isEqualTo(new Sources().version());
  }

  @Test
  void yaml_withAFieldThatKubernetesLacks_isRefused() {
    String text = Chart.text(Values.all());
    assertThat(text).contains("revisionHistoryLimit:");
    assertThatThrownBy(
            () -> StrictYaml.objects(text.replace("revisionHistoryLimit:", "revisionHistory:")))
        .hasMessageContaining("revisionHistory");
  }

  @Test
  void yaml_withAFieldTwice_isRefused() {
    assertThatThrownBy(() -> StrictYaml.objects("kind: Service\nkind: Service\n"))
        .hasMessageContaining("Duplicate");
  }
}
