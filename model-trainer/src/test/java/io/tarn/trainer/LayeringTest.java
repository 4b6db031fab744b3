package io.tarn.trainer;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;

class LayeringTest {

  private static final String ROOT = "io.tarn.trainer.";
  private static final String[] DOMAIN = {
    ROOT + "dataset..",
    ROOT + "training..",
    ROOT + "export..",
    ROOT + "evaluation..",
    ROOT + "registry..",
    ROOT + "run.."
  };
  private static final String[] EDGES = {
    ROOT + "app..", ROOT + "ingress..", ROOT + "store..", ROOT + "egress.."
  };
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.tarn.trainer");

  @Test
  void domain_knowsNoFramework() {
    noClasses()
        .that()
        .resideInAnyPackage(DOMAIN)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.springframework..",
            "org.apache.kafka..",
            "java.sql..",
            "javax.sql..",
            "java.net.http..",
            "tools.jackson..",
            "io.micrometer..",
            "org.slf4j..",
            "io.tarn.chassis..")
        .check(CLASSES);
  }

  @Test
  void domain_knowsNoEdge() {
    noClasses()
        .that()
        .resideInAnyPackage(DOMAIN)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(EDGES)
        .check(CLASSES);
  }

  @Test
  void edges_knowOnlyTheDomain() {
    for (String edge : EDGES) {
      noClasses()
          .that()
          .resideInAnyPackage(EDGES)
          .and()
          .resideOutsideOfPackages(ROOT + "app..", edge)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(edge)
          .check(CLASSES);
    }
  }

  @Test
  void onlyTrainingAndExport_knowSmile() {
    noClasses()
        .that()
        .resideOutsideOfPackages(ROOT + "training..", ROOT + "export..", ROOT + "run..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("smile..")
        .check(CLASSES);
  }

  @Test
  void packages_haveNoCycles() {
    SlicesRuleDefinition.slices()
        .matching("io.tarn.trainer.(*)..")
        .should()
        .beFreeOfCycles()
        .check(CLASSES);
  }
}
