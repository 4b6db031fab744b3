package io.tarn.fleet;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.tarn.fleet.testing.OracleRule;
import org.junit.jupiter.api.Test;

class LayeringTest {

  private static final DescribedPredicate<JavaClass> HIDDEN =
      resideInAnyPackage("io.tarn.fleet.latent..", "io.tarn.fleet.oracle..");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.tarn.fleet");

  @Test
  void fleet_givesNothingHiddenAway() {
    methods()
        .that()
        .arePublic()
        .and()
        .areDeclaredInClassesThat()
        .resideInAnyPackage("io.tarn.fleet", "io.tarn.fleet.vm")
        .should()
        .notHaveRawReturnType(HIDDEN)
        .check(CLASSES);
    fields()
        .that()
        .areDeclaredInClassesThat()
        .resideInAnyPackage("io.tarn.fleet", "io.tarn.fleet.vm")
        .and()
        .haveRawType(HIDDEN)
        .should()
        .bePrivate()
        .check(CLASSES);
  }

  @Test
  void fleet_isMadeWithoutItsOracle() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.tarn.fleet.oracle..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.tarn.fleet.oracle..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage("io.tarn.fleet.vm..")
        .should()
        .dependOnClassesThat(HIDDEN)
        .check(CLASSES);
  }

  @Test
  void oracleRule_findsWhoBreaksItAndPassesOthers() {
    JavaClasses cheater = new ClassFileImporter().importPackages("io.tarn.fleet.outsider");
    assertThat(cheater).hasSize(2);
    assertThatThrownBy(() -> OracleRule.RULE.check(cheater))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Cheater.feature");
    OracleRule.check("io.tarn.fleet.vm");
    assertThatThrownBy(() -> OracleRule.check("io.tarn.nowhere"))
        .isInstanceOf(AssertionError.class);
  }
}
