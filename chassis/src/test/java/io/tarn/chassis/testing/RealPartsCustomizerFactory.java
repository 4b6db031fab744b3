package io.tarn.chassis.testing;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.TestContextAnnotationUtils.AnnotationDescriptor;

/** Finds {@link RealParts} on a test class or the classes around it. */
final class RealPartsCustomizerFactory implements ContextCustomizerFactory {

  RealPartsCustomizerFactory() {}

  @Override
  public @Nullable ContextCustomizer createContextCustomizer(
      Class<?> testClass, List<ContextConfigurationAttributes> configuration) {
    AnnotationDescriptor<RealParts> found =
        TestContextAnnotationUtils.findAnnotationDescriptor(testClass, RealParts.class);
    if (found == null) {
      return null;
    }
    Class<?> outermost = testClass;
    while (outermost.getEnclosingClass() != null) {
      outermost = outermost.getEnclosingClass();
    }
    return new RealPartsCustomizer(outermost, found.getAnnotation().value());
  }
}
