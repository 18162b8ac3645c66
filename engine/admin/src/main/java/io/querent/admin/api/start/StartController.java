package io.querent.admin.api.start;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.admin.api.http.Refusal;
import io.querent.admin.api.http.RequestIds;
import io.querent.admin.api.start.StartViews.StartBody;
import io.querent.admin.api.start.StartViews.StartedView;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.admin.StartRequests;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.work.Definitions;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Starts sagas. */
@RestController
@RequestMapping("/api/v1/sagas")
@Tag(name = "Sagas")
public final class StartController {
    private final Starts starts;
    private final Supplier<Optional<SagaEngine>> engine;

    /** @param engine the engine of this process; empty where none runs */
    public StartController(
            StartRequests requests,
            Definitions definitions,
            PayloadCodec payloads,
            Supplier<Optional<SagaEngine>> engine) {
        this.starts = new Starts(requests, definitions, payloads);
        this.engine = engine;
    }

    @PostMapping
    @Operation(
            operationId = "startSaga",
            summary = "Start a saga",
            description =
                    "Starts a saga, or finds the one that the same request, or another one with the same business key and input, has"
                            + " started. Needs the permission to start for the definition.")
    @ApiResponse(responseCode = "200", description = "It had been started before: nothing was done this time.")
    @ApiResponse(responseCode = "201", description = "It is stored and runs.")
    @ApiResponse(
            responseCode = "409",
            description = "The same request is being worked on: send it again in a few seconds.")
    @ApiResponse(
            responseCode = "422",
            description =
                    "The idempotency key, or the business key, was used with other parameters; or this process does not have the definition.")
    ResponseEntity<StartedView> start(
            @Parameter(
                            description =
                                    "The request's own id: the same again is the same start. 1 to 200 printable ASCII characters.",
                            required = true,
                            example = "4d6f0a6e-7c1e-4f7e-9d43-5ce5b5a0c1de")
                    @RequestHeader(name = RequestIds.HEADER, required = false)
                    @Nullable
                    String key,
            @RequestBody StartBody body,
            Person person,
            @Parameter(hidden = true) HttpServletRequest request) {
        person.requireSomewhere(Permission.START);
        String id = RequestIds.check(key);
        person.require(Permission.START, Starts.definitionName(body));
        StartedView started = starts.start(engine.get().orElseThrow(Refusal::noEngine), person.name(), id, body);
        return ResponseEntity.status(started.created() ? HttpStatus.CREATED : HttpStatus.OK)
                .location(URI.create(request.getContextPath() + "/api/v1/sagas/" + started.id()))
                .body(started);
    }
}
