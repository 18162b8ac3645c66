package io.querent.admin.api.saga;

import io.querent.admin.api.http.Given;
import io.querent.admin.api.http.Refusal;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaStatus;
import io.querent.runtime.journal.SagaSearch.Attribute;
import io.querent.runtime.journal.SagaSearch.Filter;
import io.querent.runtime.journal.SagaSearch.Trouble;
import io.querent.saga.OperationKey;
import io.querent.saga.QuerentException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Which sagas, as callers of the API say it; null or empty where anything will do.
 *
 * @param businessKey its business key, all of it
 * @param businessKeyPrefix what its business key begins with
 * @param attribute an attribute that it has, as {@code NAME=VALUE}
 * @param operation key of one of its operations
 * @param step name of an operation that left the happy path; it is the same one of which the last three have to be true
 * @param operationStatus where that operation stands
 * @param errorCode what the latest that was told of its trouble begins with
 * @param longerThan how long it has not moved, as {@code PT15M}
 */
public record SearchTerms(
        @Nullable String tenant,
        @Nullable String definition,
        @Nullable String businessKey,
        @Nullable String businessKeyPrefix,
        @Nullable String status,
        @Nullable String attribute,
        @Nullable String startedFrom,
        @Nullable String startedBefore,
        @Nullable String operation,
        @Nullable String step,
        @Nullable String operationStatus,
        @Nullable String errorCode,
        @Nullable String longerThan) {
    private static final int LONGEST = 200;

    /**
     * What they ask the journal for.
     *
     * @param within what the terms are members of, with a dot at its end; empty for none
     * @throws Refusal when a term cannot be read; it names it
     */
    public Filter filter(String within) {
        return new Filter(
                Given.textOrNone(within + "tenant", tenant, LONGEST),
                Given.textOrNone(within + "definition", definition, LONGEST),
                Given.textOrNone(within + "businessKeyPrefix", businessKeyPrefix, LONGEST),
                Given.word(within + "status", SagaStatus.class, status),
                attribute(within + "attribute"),
                Given.time(within + "startedFrom", startedFrom),
                Given.time(within + "startedBefore", startedBefore),
                operation(within + "operation"),
                Given.textOrNone(within + "businessKey", businessKey, LONGEST),
                trouble(within));
    }

    private @Nullable Attribute attribute(String name) {
        String given = Given.textOrNone(name, attribute, 2 * LONGEST);
        if (given == null) {
            return null;
        }
        int equals = given.indexOf('=');
        if (equals < 1) {
            throw Refusal.malformed(name, "NAME=VALUE", given);
        }
        return new Attribute(given.substring(0, equals), given.substring(equals + 1));
    }

    /** A key that names no saga is none that could be found. */
    private @Nullable OperationKey operation(String name) {
        if (operation == null || operation.isEmpty()) {
            return null;
        }
        try {
            OperationKey key = new OperationKey(operation);
            key.saga();
            return key;
        } catch (QuerentException none) {
            throw Refusal.malformed(name, "an operation's key, as default:payment:order-123:transfer", operation);
        }
    }

    private @Nullable Trouble trouble(String within) {
        String name = Given.textOrNone(within + "step", step, LONGEST);
        OperationStatus stands = Given.word(within + "operationStatus", OperationStatus.class, operationStatus);
        String code = Given.textOrNone(within + "errorCode", errorCode, LONGEST);
        Duration age = Given.duration(within + "longerThan", longerThan);
        return name == null && stands == null && code == null && age == null
                ? null
                : new Trouble(name, stands, code, age);
    }
}
