package io.querent.spring.failure;

import io.querent.postgres.ServerRequirement;
import io.querent.postgres.UnfitServerException;
import io.querent.saga.QuerentException;
import io.querent.spring.StartUpException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** What Querent refused, and what to do about it. Before Spring Boot's own analyzers, which see only where it was refused. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class QuerentFailureAnalyzer extends AbstractFailureAnalyzer<QuerentException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, QuerentException cause) {
        if (cause instanceof StartUpException startUp) {
            return analysis(startUp.code() + " " + startUp.problem(), startUp.action(), cause);
        } else if (cause instanceof UnfitServerException unfit) {
            return analysis(describe(unfit), unfit.action() + waiver(unfit.requirement()), cause);
        }
        HouseMessage message = HouseMessage.of(String.valueOf(cause.getMessage()));
        return analysis(message.problem(), message.action(), cause);
    }

    private static String describe(UnfitServerException unfit) {
        return String.valueOf(unfit.getMessage()).replace("; " + unfit.action(), "");
    }

    /** How to waive by name is for the application to know. */
    private static String waiver(ServerRequirement requirement) {
        return switch (requirement) {
            case SYNCHRONOUS_COMMIT -> " (querent.allow-asynchronous-commit=true)";
            case DURABLE_WRITES -> " (querent.allow-unsafe-writes=true)";
            default -> "";
        };
    }

    private static FailureAnalysis analysis(String problem, String action, Throwable cause) {
        return new FailureAnalysis(HouseMessage.sentence(problem), HouseMessage.sentence(action), cause);
    }
}
