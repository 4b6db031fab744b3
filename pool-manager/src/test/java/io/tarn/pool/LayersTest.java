package io.tarn.pool;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class LayersTest {

  private static final String[] DOMAIN = {
    "io.tarn.pool.slice..",
    "io.tarn.pool.ledger..",
    "io.tarn.pool.grant..",
    "io.tarn.pool.feed..",
    "io.tarn.pool.device..",
    "io.tarn.pool.pool.."
  };

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.tarn.pool");

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
            "jakarta..",
            "io.micrometer..",
            "java.net.http..",
            "tools.jackson..",
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
        .resideInAnyPackage(
            "io.tarn.pool.app..",
            "io.tarn.pool.ingress..",
            "io.tarn.pool.store..",
            "io.tarn.pool.egress..")
        .check(CLASSES);
  }

  @Test
  void decisions_areFreeOfClocksAndLogs() {
    noClasses()
        .that()
        .resideInAnyPackage("io.tarn.pool.slice..", "io.tarn.pool.ledger..", "io.tarn.pool.grant..")
        .or()
        .haveSimpleNameEndingWith("Rules")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.slf4j..", "java.time..", "java.util.random..")
        .check(CLASSES);
  }

  @Test
  void packages_haveNoCycles() {
    slices().matching("io.tarn.pool.(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void emulator_isNotUsed() {
    noClasses()
        .that()
        .resideInAPackage("io.tarn.pool..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.tarn.emulator..")
        .check(CLASSES);
  }
}
