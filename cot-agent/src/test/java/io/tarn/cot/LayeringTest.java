package io.tarn.cot;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class LayeringTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.tarn.cot");

  @Test
  void library_needsOnlyTheJdk() {
    classes()
        .that()
        .resideInAnyPackage(
            "io.tarn.cot.cache",
            "io.tarn.cot.balance",
            "io.tarn.cot.resize",
            "io.tarn.cot.ring",
            "io.tarn.cot.load")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "org.jspecify..",
            "io.tarn.cot.cache",
            "io.tarn.cot.balance",
            "io.tarn.cot.resize",
            "io.tarn.cot.ring",
            "io.tarn.cot.load")
        .check(CLASSES);
  }

  @Test
  void cache_knowsNothingElseOfThisModule() {
    noClasses()
        .that()
        .resideInAPackage("io.tarn.cot.cache")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.tarn.cot.balance", "io.tarn.cot.resize", "io.tarn.cot.ring", "io.tarn.cot.load")
        .check(CLASSES);
  }

  @Test
  void onlyTheEdge_knowsKafka() {
    noClasses()
        .that()
        .resideInAnyPackage("io.tarn.cot.frontend", "io.tarn.cot.backend")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.apache.kafka..", "picocli..", "tools.jackson..", "io.tarn.cot.egress..")
        .check(CLASSES);
  }
}
