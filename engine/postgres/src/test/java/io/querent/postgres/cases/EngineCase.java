package io.querent.postgres.cases;

import io.querent.postgres.TestDatabase;
import io.querent.postgres.TestServer;
import io.querent.runtime.EngineSettings;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.SagaResult;
import io.querent.runtime.slots.SlotLedger;
import io.querent.saga.SagaDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;

/** A case on real engines: a database of its own, and nodes that are closed at the end. */
abstract class EngineCase {
    private final TestDatabase database = TestServer.newDatabase();
    private final List<Node> nodes = new ArrayList<>();

    TestDatabase database() {
        return database;
    }

    String url() {
        return "jdbc:postgresql://127.0.0.1:" + database.port() + "/" + database.name();
    }

    Node open(String name, SagaDefinition<?>... definitions) {
        return opened(Node.open(name, url(), definitions));
    }

    Node open(EngineSettings settings, int connections, Node.Definer definer) {
        return opened(Node.open(settings, url(), connections, definer));
    }

    Node open(EngineSettings settings, String url, SagaDefinition<?> definition) {
        return opened(Node.open(settings, url, 10, transactions -> List.of(definition)));
    }

    Node open(String name, UnaryOperator<SlotLedger> around, SagaDefinition<?>... definitions) {
        return opened(Node.open(name, url(), around, definitions));
    }

    private Node opened(Node node) {
        nodes.add(node);
        return node;
    }

    @AfterEach
    void closeAll() {
        nodes.forEach(Node::close);
        database.close();
    }

    /** How the saga ended; fails when it does not within a generous time. */
    static SagaResult end(SagaHandle handle) throws Exception {
        return handle.result().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }
}
