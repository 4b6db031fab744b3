package io.tarn.emulator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class EmulatorLayeringTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.tarn.emulator");

  @Test
  void table_knowsNeitherHttpNorFilesNorJson() {
    noClasses()
        .that()
        .resideInAPackage("io.tarn.emulator.table")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "com.sun..",
            "java.nio..",
            "tools.jackson..",
            "io.tarn.emulator.http..",
            "io.tarn.emulator.journal..")
        .check(CLASSES);
  }

  @Test
  void emulator_knowsNothingOfTheManagerThatUsesIt() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.springframework..", "io.tarn.pool..", "io.tarn.chassis..")
        .check(CLASSES);
  }
}
