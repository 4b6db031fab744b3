package io.tarn.trainer;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import io.tarn.chassis.testing.ServiceLayers;
import org.junit.jupiter.api.Test;

class LayeringTest extends ServiceLayers {

  LayeringTest() {
    super("io.tarn.trainer");
  }

  @Test
  void domain_writesNoLog() {
    noClasses()
        .that()
        .resideInAnyPackage(domain())
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.slf4j..")
        .check(classes());
  }
}
