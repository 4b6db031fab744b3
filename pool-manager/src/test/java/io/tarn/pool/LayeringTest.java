package io.tarn.pool;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import io.tarn.chassis.testing.ServiceLayers;
import org.junit.jupiter.api.Test;

class LayeringTest extends ServiceLayers {

  LayeringTest() {
    super("io.tarn.pool");
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
        .check(classes());
  }

  @Test
  void emulator_isNotUsed() {
    noClasses()
        .that()
        .resideInAPackage("io.tarn.pool..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.tarn.emulator..")
        .check(classes());
  }
}
