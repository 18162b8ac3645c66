package io.querent.command;

import io.querent.decision.OperationStatus;
import io.querent.decision.SagaStatus;
import io.querent.runtime.journal.SagaSearch.Filter;
import io.querent.runtime.journal.SagaSearch.Trouble;
import io.querent.saga.OperationKey;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say which sagas. */
final class SagaFilter {
    @Option(names = "--tenant", paramLabel = "NAME", description = "Only sagas of this tenant.")
    private @Nullable String tenant;

    @Option(names = "--definition", paramLabel = "NAME", description = "Only sagas of this definition.")
    private @Nullable String definition;

    @Option(names = "--number", paramLabel = "PREFIX", description = "Only sagas whose business key begins so.")
    private @Nullable String number;

    @Option(
            names = "--status",
            paramLabel = "STATUS",
            description = "Only sagas that stand there: ${COMPLETION-CANDIDATES}.")
    private @Nullable SagaStatus status;

    @Option(names = "--attribute", paramLabel = "NAME=VALUE", description = "Only sagas with this attribute.")
    private @Nullable String attribute;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "Only sagas started then or later, as 2026-11-29T02:00:00Z.")
    private @Nullable String from;

    @Option(names = "--before", paramLabel = "TIME", description = "Only sagas started earlier.")
    private @Nullable String before;

    @Option(names = "--operation", paramLabel = "KEY", description = "Only the saga of this operation.")
    private @Nullable String operation;

    @Option(
            names = "--step",
            paramLabel = "NAME",
            description = "Only sagas in which this step, or STEP.undo, left the happy path: tried again, refused,"
                    + " unknown, asked about, given up, or before a person.")
    private @Nullable String step;

    @Option(
            names = "--operation-status",
            paramLabel = "STATUS",
            description =
                    "Only sagas with an operation off the happy path that stands there: ${COMPLETION-CANDIDATES}.")
    private @Nullable OperationStatus operationStatus;

    @Option(
            names = "--error-code",
            paramLabel = "CODE",
            description = "Only sagas with an operation whose latest trouble begins with this code.")
    private @Nullable String errorCode;

    @Option(
            names = "--longer-than",
            paramLabel = "AGE",
            description = "Only sagas with an operation off the happy path that is not final and has not moved for so"
                    + " long, as 90s, 15m, 2h or 1d.")
    private @Nullable String age;

    /** The filter that the options add up to. */
    Filter filter() {
        Filter filter = new Filter(
                tenant,
                definition,
                number,
                status,
                null,
                DeskCommand.time("--from", from),
                DeskCommand.time("--before", before),
                operation == null ? null : new OperationKey(operation));
        if (step != null || operationStatus != null || errorCode != null || age != null) {
            filter = filter.inTrouble(new Trouble(
                    step, operationStatus, errorCode, age == null ? null : Times.duration("--longer-than", age)));
        }
        if (attribute == null) {
            return filter;
        }
        int equals = attribute.indexOf('=');
        if (equals < 1) {
            throw new UsageException("--attribute is malformed; expected=NAME=VALUE, found=" + attribute);
        }
        return filter.with(attribute.substring(0, equals), attribute.substring(equals + 1));
    }

    /** Days are 24 hours: an age is counted, not read off a calendar. */
}
