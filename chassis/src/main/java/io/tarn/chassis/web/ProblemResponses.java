package io.tarn.chassis.web;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.Map;
import org.springdoc.core.customizers.OpenApiCustomizer;

/** Writes into the API document what a refusal looks like, and that each operation may refuse. */
final class ProblemResponses implements OpenApiCustomizer {

  private static final String PROBLEM = "Problem";
  private static final String PROBLEM_JSON = "application/problem+json";

  @Override
  public void customise(OpenAPI document) {
    if (document.getComponents() == null) {
      document.setComponents(new Components());
    }
    document.getComponents().addSchemas(PROBLEM, problem());
    if (document.getPaths() != null) {
      document.getPaths().forEach(ProblemResponses::refusals);
    }
  }

  private static Schema<?> problem() {
    return new ObjectSchema()
        .description("RFC 9457")
        .addProperty("type", new StringSchema().description("urn:tarn:problem: and the code"))
        .addProperty("title", new StringSchema())
        .addProperty("status", new IntegerSchema())
        .addProperty("detail", new StringSchema().description("what was wrong"))
        .addProperty("instance", new StringSchema())
        .addProperty("code", new StringSchema().description("stable name of the problem"))
        .addProperty("field", new StringSchema().description("the field that was wrong, if one"))
        .addProperty("accepted", new StringSchema().description("what is accepted there"))
        .additionalProperties(true);
  }

  private static void refusals(String path, PathItem item) {
    for (Map.Entry<PathItem.HttpMethod, Operation> operation :
        item.readOperationsMap().entrySet()) {
      ApiResponses responses = operation.getValue().getResponses();
      responses.forEach(ProblemResponses::asProblem);
      add(responses, "400", "a field, a parameter or the body is wrong");
      add(responses, "401", "no valid token, where tokens are asked for");
      add(responses, "403", "the token's scopes do not allow it");
      if (path.contains("{")) {
        add(responses, "404", "there is none of that name");
      }
      add(responses, "503", "a dependency does not answer; ask again");
    }
  }

  private static void asProblem(String status, ApiResponse response) {
    if (status.startsWith("4") || status.startsWith("5")) {
      response.setContent(content());
    }
  }

  private static void add(ApiResponses responses, String status, String description) {
    if (!responses.containsKey(status)) {
      responses.addApiResponse(
          status, new ApiResponse().description(description).content(content()));
    }
  }

  private static Content content() {
    return new Content()
        .addMediaType(
            PROBLEM_JSON,
            new MediaType().schema(new Schema<>().$ref("#/components/schemas/" + PROBLEM)));
  }
}
