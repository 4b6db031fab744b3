package io.tarn.scheduler;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import io.tarn.chassis.testing.ServiceLayers;
import org.junit.jupiter.api.Test;

class LayeringTest extends ServiceLayers {

  LayeringTest() {
    super("io.tarn.scheduler");
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

  @Test
  void placement_isPure() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.tarn.scheduler.placement..",
            "io.tarn.scheduler.policy..",
            "io.tarn.scheduler.request..")
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.time.Clock")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .check(classes());
  }
}
