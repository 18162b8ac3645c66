package io.querent.command;

import io.querent.runtime.action.Action;
import io.querent.runtime.action.ActionRequest;
import io.querent.saga.Amount;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What an action needs to be said of it. Not thread-safe. */
final class ActionOptions {
    @Option(names = "--operation", paramLabel = "NAME", description = "The step, or STEP.undo for its compensation.")
    private @Nullable String operation;

    @Option(names = "--revision", paramLabel = "N", description = "The saga's revision that you have looked at.")
    private @Nullable Long revision;

    @Option(names = "--evidence", paramLabel = "TEXT", description = "What a statement of yours relies on.")
    private String evidence = "";

    @Option(names = "--code", paramLabel = "CODE", description = "The downstream's code of refusal.")
    private @Nullable String code;

    @Option(names = "--amount", paramLabel = "VALUE", description = "How much to make good for, as 60.00.")
    private @Nullable BigDecimal amount;

    @Option(names = "--currency", paramLabel = "CODE", description = "Its currency, as EUR.")
    private @Nullable String currency;

    @Option(names = "--to", paramLabel = "VERSION", description = "The version to move to.")
    private @Nullable Integer version;

    @Option(
            names = {"--result", "--word"},
            paramLabel = "FILE",
            description = "File with the operation's result, or a signal's word, as JSON.")
    private @Nullable Path json;

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "Id of this request. Default: a new one, which is printed.")
    private String id = UUID.randomUUID().toString();

    /** The request's id. */
    String id() {
        return id;
    }

    /** What is wanted. The names that the audit has for two actions do as well. */
    static Action action(String name) {
        Optional<Action> action = switch (name) {
            case "ask-again" -> Optional.of(Action.ASK_NOW);
            case "resend" -> Optional.of(Action.RETRY_NOW);
            default -> Action.of(name);
        };
        return action.orElseThrow(
                () -> new UsageException("there is no decision of that name; found=" + name + "; see decide --help"));
    }

    /** The request that the options add up to. */
    ActionRequest request(Action action, String reason) throws IOException {
        if (revision == null && action != Action.WAKE) {
            throw new UsageException("--revision is missing: look at the saga (show), and say which revision you saw");
        }
        if (action.about() == Action.About.OPERATION) {
            require(action, "--operation", operation);
        }
        if (action.needsEvidence()) {
            require(action, "--evidence", evidence.isBlank() ? null : evidence);
        }
        switch (action) {
            case CONFIRM_SUCCEEDED -> require(action, "--result", json);
            case CONFIRM_FAILED -> require(action, "--code", code);
            case SIGNAL -> require(action, "--word", json);
            case MOVE -> require(action, "--to", version);
            case COMPENSATE_PART -> {
                require(action, "--amount", amount);
                require(action, "--currency", currency);
            }
            default -> {}
        }
        return new ActionRequest(
                action,
                id,
                action.about() == Action.About.OPERATION ? operation : null,
                revision == null ? 0 : revision,
                reason,
                evidence,
                code,
                json(),
                amount(),
                version);
    }

    private @Nullable Amount amount() {
        if (amount == null || currency == null) {
            return null;
        }
        try {
            return new Amount(amount, currency);
        } catch (IllegalArgumentException wrong) {
            throw new UsageException("--amount and --currency are no amount of money: " + wrong.getMessage());
        }
    }

    private @Nullable String json() throws IOException {
        if (json == null) {
            return null;
        } else if (!Files.isReadable(json)) {
            throw new UsageException("the result cannot be read; file=" + json);
        }
        String text = Files.readString(json);
        // A node refuses it as well, after it has gone into the audit: what can be seen here is said here.
        Json.mistake(text).ifPresent(mistake -> {
            throw new UsageException("the file holds no JSON; file=" + json + ", " + mistake);
        });
        return text;
    }

    private static void require(Action action, String option, @Nullable Object value) {
        if (value == null) {
            throw new UsageException(action.label() + " needs " + option);
        }
    }
}
