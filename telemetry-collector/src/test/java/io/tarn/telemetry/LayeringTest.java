package io.tarn.telemetry;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;

class LayeringTest {

  private static final String ROOT = "io.tarn.telemetry.";
  private static final String[] DOMAIN = {
    ROOT + "batch..",
    ROOT + "feed..",
    ROOT + "frontend..",
    ROOT + "history..",
    ROOT + "memory..",
    ROOT + "query..",
    ROOT + "retention..",
    ROOT + "vm..",
    ROOT + "window.."
  };
  private static final String[] EDGES = {
    ROOT + "app..", ROOT + "ingress..", ROOT + "store..", ROOT + "egress.."
  };
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.tarn.telemetry");

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
  void packages_haveNoCycles() {
    SlicesRuleDefinition.slices()
        .matching("io.tarn.telemetry.(*)..")
        .should()
        .beFreeOfCycles()
        .check(CLASSES);
  }

  @Test
  void windows_arePure() {
    noClasses()
        .that()
        .resideInAnyPackage(ROOT + "window..", ROOT + "feed..", ROOT + "vm..", ROOT + "history..")
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.time.Clock")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .check(CLASSES);
  }
}
