package io.querent.admin.api;

import io.querent.admin.access.Person;
import io.querent.admin.api.http.Problem;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.tags.Tag;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.utils.SpringDocUtils;

/** What the description of the API says of every route alike: who may call it, and how it is refused. */
final class ApiDescription implements OpenApiCustomizer {
    private static final String PROBLEM = "application/problem+json";
    private static final Map<String, String> OF_ALL = new TreeMap<>(Map.of(
            "400", "A parameter, header or the body cannot be read.",
            "401", "No credentials, or wrong ones.",
            "403", "The caller may not do this.",
            "406", "The caller does not take JSON.",
            "429", "Too many wrong passwords.",
            "500", "The server failed for a reason that nobody foresaw.",
            "503", "The database or the engine cannot be reached; Retry-After says when to try again."));
    private static final Map<String, String> OF_BODIES =
            new TreeMap<>(Map.of("413", "The body is larger than 2 MiB.", "415", "The body is not said to be JSON."));

    ApiDescription() {
        SpringDocUtils.getConfig().addRequestWrapperToIgnore(Person.class);
    }

    @Override
    public void customise(OpenAPI description) {
        ModelConverters.getInstance(true).read(Problem.class).forEach(description.getComponents()::addSchemas);
        description
                .getComponents()
                .addSecuritySchemes(
                        "password",
                        new SecurityScheme().type(SecurityScheme.Type.HTTP).scheme("basic"))
                .addSecuritySchemes(
                        "token",
                        new SecurityScheme()
                                .type(SecurityScheme.Type.HTTP)
                                .scheme("bearer")
                                .bearerFormat("JWT"));
        description.setServers(null);
        if (description.getTags() != null) {
            description.setTags(description.getTags().stream()
                    .sorted(Comparator.comparing(Tag::getName))
                    .toList());
        }
        description.getPaths().forEach((path, item) -> describe(path, item));
    }

    private static void describe(String path, PathItem item) {
        for (Operation operation : item.readOperations()) {
            operation.setSecurity(
                    List.of(new SecurityRequirement().addList("password"), new SecurityRequirement().addList("token")));
            ApiResponses responses = operation.getResponses();
            responses.forEach((status, response) -> {
                if (status.charAt(0) >= '4') {
                    response.setContent(problem());
                } else if (status.equals("304") || status.equals("204")) {
                    response.setContent(null);
                }
            });
            OF_ALL.forEach((status, what) -> refuse(responses, status, what));
            if (path.contains("{")) {
                refuse(responses, "404", "It is not there, or not for who asks.");
            }
            if (operation.getRequestBody() != null) {
                OF_BODIES.forEach((status, what) -> refuse(responses, status, what));
            }
        }
    }

    private static void refuse(ApiResponses responses, String status, String what) {
        responses.computeIfAbsent(
                status, unused -> new ApiResponse().description(what).content(problem()));
    }

    private static Content problem() {
        return new Content()
                .addMediaType(PROBLEM, new MediaType().schema(new Schema<>().$ref("#/components/schemas/Problem")));
    }
}
