package io.querent.spring.failure;

import io.querent.spring.embedded.EmbeddedPostgresException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Why the embedded PostgreSQL cannot be started. Before Spring Boot's analyzers of data sources. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class EmbeddedPostgresFailureAnalyzer extends AbstractFailureAnalyzer<EmbeddedPostgresException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, EmbeddedPostgresException cause) {
        HouseMessage message = HouseMessage.of(String.valueOf(cause.getMessage()));
        return new FailureAnalysis(
                HouseMessage.sentence(message.problem()),
                HouseMessage.sentence(message.action())
                        + " The directory is querent.embedded.data-directory; a spring.datasource.url replaces the embedded"
                        + " PostgreSQL altogether.",
                cause);
    }
}
