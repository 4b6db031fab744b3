package io.tarn.fleet.testing;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;

/**
 * Production code must not know what is hidden in a fleet: a feature made of it knows the answer.
 */
public final class OracleRule {

  /** Holds for classes that use neither the oracle nor what it reads. */
  public static final ArchRule RULE =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.tarn.fleet.oracle..", "io.tarn.fleet.latent..")
          .as("production code should not use io.tarn.fleet.oracle or io.tarn.fleet.latent");

  private OracleRule() {}

  /**
   * Checks the production classes of a module.
   *
   * @param packages where they are, for example {@code io.tarn.agent}
   * @throws AssertionError when one breaks the rule, or when there are none
   */
  public static void check(String... packages) {
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(packages);
    RULE.check(classes);
  }
}
