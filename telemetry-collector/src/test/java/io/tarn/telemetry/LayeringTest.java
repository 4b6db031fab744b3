package io.tarn.telemetry;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import io.tarn.chassis.testing.ServiceLayers;
import org.junit.jupiter.api.Test;

class LayeringTest extends ServiceLayers {

  LayeringTest() {
    super("io.tarn.telemetry");
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
  void windows_arePure() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.tarn.telemetry.window..",
            "io.tarn.telemetry.feed..",
            "io.tarn.telemetry.vm..",
            "io.tarn.telemetry.history..")
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
