package io.tarn.chassis.web;

import io.tarn.chassis.problem.ProblemAdvice;
import io.tarn.chassis.problem.ProblemErrorController;
import io.tarn.chassis.problem.ProblemWriter;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/**
 * Makes the HTTP edge strict: what is unknown, doubled or of another type is refused, not guessed.
 */
@AutoConfiguration(
    beforeName = {
      "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
      "org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration"
    })
@EnableConfigurationProperties(WebProperties.class)
@Import({ProblemAdvice.class, ProblemErrorController.class})
public class WebAutoConfiguration {

  /** Behind the gate: who may not in is told that first. */
  @Bean
  FilterRegistrationBean<BodyLimitFilter> bodyLimit(WebProperties web, JsonMapper json) {
    FilterRegistrationBean<BodyLimitFilter> registration =
        new FilterRegistrationBean<>(
            new BodyLimitFilter(web.bodyLimit().toBytes(), new ProblemWriter(json)));
    registration.setOrder(0);
    return registration;
  }

  /** After Boot's own, so that this one is asked first. */
  @Bean
  @Order(Ordered.LOWEST_PRECEDENCE)
  WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> problemsOfTheContainer(
      JsonMapper json) {
    return factory ->
        factory.addContextCustomizers(
            context -> context.getParent().getPipeline().addValve(new ProblemReportValve(json)));
  }

  @Bean
  WebMvcConfigurer noBodyWhereNoneIsRead() {
    return new WebMvcConfigurer() {
      @Override
      public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new NoBodyExpected());
      }
    };
  }

  /** Every operation may answer with a problem document. */
  @Bean
  OpenApiCustomizer problemsInApiDocuments() {
    return new ProblemResponses();
  }

  @Bean
  JsonMapperBuilderCustomizer strictJson() {
    return builder ->
        builder
            .enable(
                DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            // a number that is absent is 0: where that is no answer, the range check names the
            // field
            .disable(
                DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .withCoercionConfig(
                LogicalType.Textual,
                coercions -> {
                  coercions.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
                  coercions.setCoercion(CoercionInputShape.Float, CoercionAction.Fail);
                  coercions.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
                });
  }
}
