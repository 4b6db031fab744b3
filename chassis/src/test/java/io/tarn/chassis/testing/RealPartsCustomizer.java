package io.tarn.chassis.testing;

import io.tarn.db.ServiceSchema;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.support.TestPropertySourceUtils;

/**
 * Sets the properties of the parts. Two test classes never share it, so neither context nor rows.
 */
record RealPartsCustomizer(Class<?> testClass, ServiceSchema service) implements ContextCustomizer {

  @Override
  public void customizeContext(
      ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
    TestDatabase database = TestDatabase.fresh();
    context.getBeanFactory().registerSingleton("testDatabase", database);
    MapPropertySource parts =
        new MapPropertySource("real parts", ServiceArguments.properties(database, service));
    MutablePropertySources sources = context.getEnvironment().getPropertySources();
    String ofTest = TestPropertySourceUtils.INLINED_PROPERTIES_PROPERTY_SOURCE_NAME;
    if (sources.contains(ofTest)) {
      sources.addAfter(ofTest, parts);
    } else {
      sources.addFirst(parts);
    }
  }
}
