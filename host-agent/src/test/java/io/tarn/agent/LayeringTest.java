package io.tarn.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.tarn.fleet.testing.OracleRule;
import org.junit.jupiter.api.Test;

class LayeringTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.tarn.agent");

  @Test
  void domain_knowsNeitherHttpNorFilesNorJson() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.tarn.agent.strand",
            "io.tarn.agent.kernel",
            "io.tarn.agent.slice",
            "io.tarn.agent.operation",
            "io.tarn.agent.emc",
            "io.tarn.agent.feed",
            "io.tarn.agent.enact",
            "io.tarn.agent.host",
            "io.tarn.agent.probe")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.net.http..",
            "com.sun..",
            "java.nio.file..",
            "tools.jackson..",
            "picocli..",
            "org.apache.kafka..",
            "io.tarn.agent.bus..",
            "io.tarn.agent.http..",
            "io.tarn.agent.state..")
        .check(CLASSES);
  }

  @Test
  void agent_knowsNothingThatIsHiddenInTheFleet() {
    OracleRule.check("io.tarn.agent");
  }
}
