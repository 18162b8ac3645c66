package io.querent.spring.testing;

import io.querent.axon.SagaMessages;
import io.querent.decision.SagaEvent;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.axonframework.config.ProcessingGroup;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.eventhandling.ResetHandler;
import org.axonframework.messaging.annotation.MetaDataValue;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/** A read model of the application's: which sagas have ended. */
@Configuration(proxyBeanMethods = false)
public class EndedSagas {
    /** Makes its table. */
    public static final String TABLE = "CREATE TABLE ended_saga (saga text PRIMARY KEY)";

    @Bean
    Projection projection(JdbcClient jdbc) {
        return new Projection(jdbc);
    }

    /** Fed by Axon; proxied by Spring, as handlers with transactional methods are. */
    @ProcessingGroup("ended-sagas")
    @Transactional
    public static class Projection {
        private final JdbcClient jdbc;
        private final AtomicInteger failures = new AtomicInteger();

        public Projection(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        /** The next so many events fail after their row was written. */
        public void fail(int times) {
            failures.set(times);
        }

        @EventHandler
        public void on(SagaEvent.SagaCompleted event, @MetaDataValue(SagaMessages.SAGA_KEY) String saga) {
            jdbc.sql("INSERT INTO ended_saga (saga) VALUES (?)").param(saga).update();
            if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new IllegalStateException("fails as it is told to");
            }
        }

        @ResetHandler
        public void reset() {
            jdbc.sql("DELETE FROM ended_saga").update();
        }

        public List<String> sagas() {
            return jdbc.sql("SELECT saga FROM ended_saga ORDER BY saga")
                    .query(String.class)
                    .list();
        }
    }
}
