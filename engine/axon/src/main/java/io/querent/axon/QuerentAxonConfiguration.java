package io.querent.axon;

import io.querent.runtime.journal.EventLog;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.work.Definitions;
import io.querent.runtime.work.OutsideCommands;
import org.axonframework.commandhandling.gateway.CommandGateway;
import org.axonframework.common.transaction.NoTransactionManager;
import org.axonframework.config.AggregateConfigurer;
import org.axonframework.config.Configuration;
import org.axonframework.config.Configurer;
import org.axonframework.config.DefaultConfigurer;
import org.axonframework.config.EventProcessingConfigurer;
import org.axonframework.eventhandling.PropagatingErrorHandler;
import org.axonframework.eventsourcing.eventstore.EmbeddedEventStore;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.axonframework.queryhandling.QueryGateway;
import org.axonframework.queryhandling.SimpleQueryBus;

/**
 * Axon, put together for Querent: command bus and aggregate, event store, query bus, and streaming processors for users' event
 * handlers. Every part is named here and none is found on the class path, so Axon's update checker, which calls home, has no way
 * in; nor have its time limits on handlers, which are a matter of Axon's Spring Boot starter. Thread-safe.
 */
public final class QuerentAxonConfiguration implements AutoCloseable {
    /** Axon advertises a product whenever it is configured, unless told not to. */
    private static final String NO_ADVERTISEMENT = "disable-axoniq-console-message";

    private final Configuration configuration;
    private final OutsideCommands outsideCommands;

    private QuerentAxonConfiguration(Configuration configuration) {
        this.configuration = configuration;
        this.outsideCommands = new AxonOutsideCommands(configuration.commandGateway());
    }

    /** Puts the parts together; {@link #start} makes them work. The caller closes {@code journal} afterwards. */
    public static QuerentAxonConfiguration of(
            SagaJournal journal,
            EventLog log,
            Definitions definitions,
            EventSubscribers subscribers,
            AxonSettings settings) {
        if (System.getProperty(NO_ADVERTISEMENT) == null) {
            System.setProperty(NO_ADVERTISEMENT, "true");
        }
        QuerentSerializer serializer = new QuerentSerializer();
        Configurer configurer = DefaultConfigurer.defaultConfiguration(false)
                .configureSerializer(parts -> serializer)
                .configureMessageSerializer(parts -> serializer)
                .configureEventSerializer(parts -> serializer)
                .registerComponent(Definitions.class, parts -> definitions)
                .configureCommandBus(parts -> new SagaCommandBus())
                .configureQueryBus(parts -> SimpleQueryBus.builder()
                        .transactionManager(NoTransactionManager.INSTANCE)
                        .build())
                .configureEventStore(
                        parts -> eventStore(new JournalEventStorageEngine(journal, log, definitions), settings))
                .configureAggregate(AggregateConfigurer.defaultConfiguration(SagaAggregate.class))
                .registerQueryHandler(parts -> new SagaQueries(journal));
        subscribe(configurer.eventProcessing(), subscribers, settings);
        return new QuerentAxonConfiguration(configurer.buildConfiguration());
    }

    /** Subscribes command and query handlers and starts the processors. */
    public void start() {
        configuration.start();
    }

    /** Lets running batches end, gives up the segments and stops. */
    @Override
    public void close() {
        configuration.shutdown();
    }

    /** Commands from outside, by way of the command bus. */
    public OutsideCommands outsideCommands() {
        return outsideCommands;
    }

    /** For sending {@link SagaBusCommand}s. A refusal comes back as a value; a conflict as Axon's ConcurrencyException. */
    public CommandGateway commandGateway() {
        return configuration.commandGateway();
    }

    /** For asking {@link SagaQueries}. */
    public QueryGateway queryGateway() {
        return configuration.queryGateway();
    }

    /** The saga log as Axon's event store. */
    public EventStore eventStore() {
        return configuration.eventStore();
    }

    /** Everything, for instance to find, split or reset a processor. */
    public Configuration configuration() {
        return configuration;
    }

    /**
     * The owner's appends go past this store, so it learns of them by looking. To wake it after each of them would make it read
     * once a commit, thousands of times a second under load, instead of a few hundred events each time it looks.
     */
    private static EmbeddedEventStore eventStore(JournalEventStorageEngine engine, AxonSettings settings) {
        return EmbeddedEventStore.builder()
                .storageEngine(engine)
                .fetchDelay(settings.pollInterval().toMillis())
                .cachedEvents(settings.cachedEvents())
                .build();
    }

    /** A handler that throws is tried again with growing pauses; by default Axon would log the failure and go on without it. */
    private static void subscribe(
            EventProcessingConfigurer processing, EventSubscribers subscribers, AxonSettings settings) {
        processing
                .usingPooledStreamingEventProcessors((parts, processor) ->
                        processor.batchSize(settings.batchSize()).initialSegmentCount(settings.segments()))
                .registerDefaultTransactionManager(parts -> subscribers.transactions())
                .registerDefaultListenerInvocationErrorHandler(parts -> PropagatingErrorHandler.instance());
        if (subscribers.tokenStore() != null) {
            processing.registerTokenStore(parts -> subscribers.tokenStore());
        }
        subscribers.handlers().forEach(handler -> processing.registerEventHandler(parts -> handler));
    }
}
