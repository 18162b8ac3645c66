package io.querent.axon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.decision.Decision;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.postgres.PostgresEventLog;
import io.querent.postgres.PostgresJournal;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.Outcome;
import io.querent.saga.SagaKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.axonframework.commandhandling.NoHandlerForCommandException;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.eventhandling.GenericEventMessage;
import org.axonframework.messaging.GenericMessage;
import org.axonframework.messaging.annotation.AnnotatedHandlerInspector;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;
import org.axonframework.messaging.unitofwork.DefaultUnitOfWork;
import org.axonframework.messaging.unitofwork.UnitOfWork;
import org.axonframework.modelling.command.ConcurrencyException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SagaAggregateTest {
    private static final Instant LATER = Owner.START.plusSeconds(60);

    private final DataSource database = TestDatabase.emptied();
    private final PostgresJournal journal = new PostgresJournal(database);
    private final Owner owner = new Owner(journal);
    private final QuerentAxonConfiguration axon = QuerentAxonConfiguration.of(
            journal, new PostgresEventLog(database), Payments.DEFINITIONS, EventSubscribers.NONE, AxonSettings.DEFAULT);

    @BeforeEach
    void start() {
        axon.start();
    }

    @AfterEach
    void close() {
        axon.close();
        journal.close();
    }

    /** Axon matches handlers by assignability: one on the sealed supertype takes them all, and none is left without. */
    @Test
    void everyKindOfEventReachesTheOneHandler() {
        var handlers = AnnotatedHandlerInspector.inspectType(
                        SagaAggregate.class, axon.configuration().parameterResolverFactory())
                .getHandlers(SagaAggregate.class)
                .filter(handler -> handler.canHandleMessageType(EventMessage.class))
                .toList();

        assertThat(handlers).hasSize(1);
        assertThat(kindsOfEvent())
                .hasSizeGreaterThan(15)
                .allSatisfy(kind ->
                        assertThat(handlers.get(0).canHandle(ofKind(kind))).isTrue());
    }

    @Test
    void theStateAxonLoadsIsTheStateTheJournalLoads() {
        SagaKey turnedBack = owner.start("3");
        owner.attempt(turnedBack, Payments.RESERVE);
        owner.record(turnedBack, Payments.RESERVE, Outcome.succeeded("\"done\""));
        owner.attempt(turnedBack, Payments.TRANSFER);
        owner.record(turnedBack, Payments.TRANSFER, Outcome.rejected("closed", "account closed"));

        for (SagaKey key : List.of(owner.complete("1"), owner.unknown("2"), turnedBack)) {
            Decision decision = axon.commandGateway()
                    .sendAndWait(new SagaBusCommand.RecordEvidence(
                            key,
                            new SagaCommand.RecordEvidence(
                                    Payments.RESERVE, 1, Outcome.unknown("late"), "node-0", LATER)));

            StoredSaga stored = journal.find(key.id()).orElseThrow();
            assertThat(decision)
                    .isInstanceOfSatisfying(
                            Decision.Accepted.class,
                            accepted -> assertThat(accepted.state()).isEqualTo(stored.state()));
        }
    }

    @Test
    void anOwnersAppendIsSeenByTheNextCommand() {
        SagaKey key = owner.unknown("1");
        axon.commandGateway().sendAndWait(wake(key, "a"));
        owner.decide(key, wake(key, "b").command());

        Decision decision = axon.commandGateway().sendAndWait(wake(key, "b"));

        assertThat(decision)
                .isInstanceOfSatisfying(
                        Decision.Refused.class,
                        refused -> assertThat(refused.refusal()).isEqualTo(Decision.Refusal.REPEATED));
    }

    @Test
    void aConflictReachesTheSenderAsAxonsOwnAndStoresNothing() {
        SagaKey key = owner.unknown("1");
        List<String> intruders = new ArrayList<>(List.of("intruder"));
        axon.configuration().commandBus().registerHandlerInterceptor((unitOfWork, chain) -> {
            unitOfWork.onPrepareCommit(unit ->
                    intruders.forEach(id -> owner.decide(key, wake(key, id).command())));
            return chain.proceed();
        });

        assertThatThrownBy(() -> axon.commandGateway().sendAndWait(wake(key, "a")))
                .isInstanceOf(ConcurrencyException.class);
        intruders.clear();
        axon.commandGateway().sendAndWait(wake(key, "a"));

        assertThat(journal.find(key.id()).orElseThrow().state().handledRequests())
                .containsExactly("intruder", "a");
    }

    @Test
    void aCommandThatHasReturnedIsStoredWhateverTheSenderIsInTheMiddleOf() {
        SagaKey one = owner.unknown("1");
        SagaKey other = owner.unknown("2");
        UnitOfWork<?> outer = DefaultUnitOfWork.startAndGet(null);
        UnitOfWork<?> inner = DefaultUnitOfWork.startAndGet(null);

        axon.commandGateway().sendAndWait(wake(one, "a"));
        axon.commandGateway().sendAndWait(wake(other, "a"));

        assertThat(journal.findRow(one.id()).orElseThrow().version()).isEqualTo(4);
        assertThat(journal.findRow(other.id()).orElseThrow().version()).isEqualTo(4);
        assertThat(CurrentUnitOfWork.get()).isSameAs(inner);
        inner.rollback();
        assertThat(CurrentUnitOfWork.get()).isSameAs(outer);
        outer.rollback();
        assertThat(journal.findRow(one.id()).orElseThrow().version()).isEqualTo(4);
    }

    /** Readers of the log wait for open transactions; whoever decides on one saga sees what is committed. */
    @Test
    void anOpenTransactionDoesNotHoldCommandsBack() throws SQLException {
        SagaKey key = owner.start("1");
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("SELECT pg_current_xact_id()");
            owner.attempt(key, Payments.RESERVE);

            Decision decision = axon.commandGateway().sendAndWait(wake(key, "a"));

            assertThat(decision)
                    .isInstanceOfSatisfying(
                            Decision.Accepted.class,
                            accepted -> assertThat(accepted.state().version()).isEqualTo(3));
            connection.rollback();
        }
    }

    @Test
    void theBusTakesNoCommandThatIsTheOwnersAlone() {
        SagaKey key = owner.start("1");

        assertThatThrownBy(() -> axon.commandGateway().sendAndWait(Owner.attemptOf(Payments.RESERVE)))
                .isInstanceOf(NoHandlerForCommandException.class);
        assertThat(journal.findRow(key.id()).orElseThrow().version()).isEqualTo(1);
    }

    private static List<Class<?>> kindsOfEvent() {
        return Stream.concat(
                        Stream.of(SagaEvent.class.getPermittedSubclasses()),
                        Stream.of(SagaEvent.OperationEvent.class.getPermittedSubclasses()))
                .filter(Class::isRecord)
                .<Class<?>>map(kind -> kind)
                .toList();
    }

    private static <T> EventMessage<T> ofKind(Class<T> kind) {
        return new GenericEventMessage<>(new GenericMessage<>(kind, null, Map.of()), () -> LATER);
    }

    private static SagaBusCommand.WakeSaga wake(SagaKey key, String requestId) {
        return new SagaBusCommand.WakeSaga(key, new SagaCommand.WakeSaga("ada", "the bank is back", requestId, LATER));
    }
}
