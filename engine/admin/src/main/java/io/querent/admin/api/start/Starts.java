package io.querent.admin.api.start;

import io.querent.admin.api.http.ApiJson;
import io.querent.admin.api.http.Given;
import io.querent.admin.api.http.Refusal;
import io.querent.admin.api.start.StartViews.StartBody;
import io.querent.admin.api.start.StartViews.StartedView;
import io.querent.runtime.EngineUnavailableException;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.admin.StartRequests;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.journal.SagaJournal.DefinitionVersion;
import io.querent.runtime.work.Definitions;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import io.querent.saga.canonical.RequestHash;
import java.time.Duration;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.JsonNode;

/**
 * Starts sagas, once for each idempotency key. The key is taken before the start and finished after it; a start whose outcome is unknown
 * keeps its key, and whoever repeats it finds the saga by its business key.
 */
final class Starts {
    /** How long a start that was taken counts as being under way: longer than the engine waits for its database. */
    private static final Duration UNDER_WAY = Duration.ofSeconds(10);

    private static final int LONGEST_NAME = 48;

    private final StartRequests requests;
    private final Definitions definitions;
    private final PayloadCodec payloads;

    Starts(StartRequests requests, Definitions definitions, PayloadCodec payloads) {
        this.requests = requests;
        this.definitions = definitions;
        this.payloads = payloads;
    }

    static String definitionName(StartBody body) {
        return Given.text("definition", body.definition(), LONGEST_NAME);
    }

    StartedView start(SagaEngine engine, String scope, String key, StartBody body) {
        SagaDefinition<?> definition = definition(definitionName(body), body.version());
        JsonNode input = body.input();
        if (input == null || input.isNull()) {
            throw Refusal.malformed("input", "the saga's input", null);
        }
        StartRequests.Taken taken = requests.take(scope, key, hash(body), UNDER_WAY);
        if (taken instanceof StartRequests.Taken.Finished finished) {
            return view(finished.saga(), false);
        } else if (taken instanceof StartRequests.Taken.UnderWay) {
            throw Refusal.underWay(key);
        } else if (taken instanceof StartRequests.Taken.OtherRequest) {
            throw Refusal.otherRequest(key);
        }
        return started(engine, scope, key, definition, body);
    }

    private StartedView started(
            SagaEngine engine, String scope, String key, SagaDefinition<?> definition, StartBody body) {
        SagaHandle handle;
        try {
            handle = start(engine, definition, body);
        } catch (EngineUnavailableException unknown) {
            throw unknown;
        } catch (QuerentException refused) {
            requests.release(scope, key);
            throw refused;
        }
        requests.finish(scope, key, handle.key());
        return view(handle.key(), handle.isNew());
    }

    private <I> SagaHandle start(SagaEngine engine, SagaDefinition<I> definition, StartBody body) {
        I input = read(definition.inputType(), ApiJson.text(Objects.requireNonNull(body.input())));
        SagaKey key = key(definition, input);
        if (body.tenant() != null && !body.tenant().equals(key.tenant().value())) {
            throw Refusal.malformed("tenant", "the tenant that the input belongs to", body.tenant());
        }
        return engine.start(definition, input);
    }

    /** The definition's own functions read what came from outside: what they cannot make a key of is no input. */
    private static <I> SagaKey key(SagaDefinition<I> definition, I input) {
        try {
            return definition.keyOf(input);
        } catch (QuerentException said) {
            throw said;
        } catch (RuntimeException unforeseen) {
            throw Refusal.malformed("input", "an input that the definition can make a business key of", null);
        }
    }

    private <I> I read(Class<I> type, String json) {
        try {
            return payloads.read("input", json, type);
        } catch (PayloadCodec.PayloadException misfit) {
            String member = misfit.getCause() instanceof DatabindException cause ? ApiJson.path(cause) : "";
            throw Refusal.malformed(
                    member.isEmpty() ? "input" : "input." + member,
                    "what the definition's input type reads",
                    "something else");
        }
    }

    private SagaDefinition<?> definition(String name, @Nullable Integer version) {
        if (version != null) {
            return definitions.find(name, version).orElseThrow(() -> Refusal.unknownDefinition(name, version));
        }
        return definitions.versions().stream()
                .filter(each -> each.name().equals(name))
                .max(Comparator.comparingInt(DefinitionVersion::version))
                .flatMap(newest -> definitions.find(name, newest.version()))
                .orElseThrow(() -> Refusal.unknownDefinition(name, null));
    }

    /** Of all that the request says; a member in another place or a number with other zeros is the same request. */
    private static String hash(StartBody body) {
        return RequestHash.of(ApiJson.bytes(body)).toString();
    }

    private static StartedView view(SagaKey saga, boolean created) {
        return new StartedView(saga.id().toString(), saga.toString(), created);
    }
}
