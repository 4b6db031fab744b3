package io.tarn.chassis.testing;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.domain.JavaParameter;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * What holds in every service: four edge packages, {@code app}, {@code ingress}, {@code store} and
 * {@code egress}; every other package is domain, knows neither a framework nor an edge, and no
 * packages know each other in a circle. A service extends this with its root package and adds what
 * is its own.
 */
public abstract class ServiceLayers {

  private static final Set<String> EDGES = Set.of("app", "ingress", "store", "egress");
  private static final String[] FRAMEWORKS = {
    "org.springframework..",
    "org.apache.kafka..",
    "java.sql..",
    "javax.sql..",
    "jakarta..",
    "java.net.http..",
    "tools.jackson..",
    "io.micrometer..",
    "io.tarn.chassis.."
  };

  private static final String QUERY_PARAMETER =
      "org.springframework.web.bind.annotation.RequestParam";
  private static final Set<String> NUMBERS =
      Set.of("int", "long", "java.lang.Integer", "java.lang.Long");

  private final String root;
  private final JavaClasses classes;

  /**
   * @param root the service's root package, for example {@code io.tarn.pool}
   */
  protected ServiceLayers(String root) {
    this.root = root;
    this.classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(root);
  }

  /** The service's own classes, without tests. */
  protected final JavaClasses classes() {
    return classes;
  }

  /** Patterns of the packages between the edges. */
  protected final String[] domain() {
    Set<String> domain = new TreeSet<>();
    for (JavaPackage inner : classes.getPackage(root).getSubpackages()) {
      if (!EDGES.contains(inner.getRelativeName())) {
        domain.add(inner.getName() + "..");
      }
    }
    return domain.toArray(String[]::new);
  }

  private String[] edges() {
    return EDGES.stream().map(this::edge).toArray(String[]::new);
  }

  private String edge(String name) {
    return root + "." + name + "..";
  }

  @Test
  void domain_knowsNoFramework() {
    noClasses()
        .that()
        .resideInAnyPackage(domain())
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(FRAMEWORKS)
        .check(classes);
  }

  @Test
  void domain_knowsNoEdge() {
    noClasses()
        .that()
        .resideInAnyPackage(domain())
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(edges())
        .check(classes);
  }

  @Test
  void edges_knowOnlyTheDomain() {
    for (String edge : EDGES) {
      noClasses()
          .that()
          .resideInAnyPackage(edges())
          .and()
          .resideOutsideOfPackages(edge("app"), edge(edge))
          .should()
          .dependOnClassesThat()
          .resideInAPackage(edge(edge))
          .allowEmptyShould(true)
          .check(classes);
    }
  }

  @Test
  void numbersInQueries_haveBounds() {
    methods()
        .that()
        .areDeclaredInClassesThat()
        .resideInAPackage(edge("ingress"))
        .should(boundNumbers())
        .allowEmptyShould(true)
        .check(classes);
  }

  /** So that a refusal tells the range of the parameter and not of its type. */
  private static ArchCondition<JavaMethod> boundNumbers() {
    return new ArchCondition<>("bound every number of a query by @Min and @Max") {
      @Override
      public void check(JavaMethod method, ConditionEvents events) {
        for (JavaParameter parameter : method.getParameters()) {
          if (parameter.isAnnotatedWith(QUERY_PARAMETER)
              && NUMBERS.contains(parameter.getRawType().getName())
              && !(parameter.isAnnotatedWith(Min.class) && parameter.isAnnotatedWith(Max.class))) {
            events.add(
                SimpleConditionEvent.violated(
                    method, method.getFullName() + ": parameter " + parameter.getIndex()));
          }
        }
      }
    };
  }

  @Test
  void packages_haveNoCycles() {
    slices().matching(root + ".(*)..").should().beFreeOfCycles().check(classes);
  }
}
