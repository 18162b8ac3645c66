package io.querent.postgres;

import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.runtime.codec.PayloadProtection;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.Mailbox;
import io.querent.saga.SagaKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;

/** What the admin desk keeps, on a database of each test's own. */
abstract class AdminCase {
    static final String HASH = "{bcrypt}$2a$10$abcdefghijklmnopqrstuv";

    final TestDatabase database = TestServer.newDatabase();
    final PostgresAdmin admin = new PostgresAdmin(database.dataSource());
    final Mailbox mailbox =
            new PostgresMailbox(new Database(database.dataSource()), new StoredPayloads(PayloadProtection.NONE));

    @AfterEach
    void close() {
        database.close();
    }

    long audited(String action) {
        return database.count("SELECT count(*) FROM querent.audit WHERE action = '" + action + "'");
    }

    static Letter compensate(SagaKey saga, String id) {
        return new Letter(
                saga,
                id,
                new Letter.Decided(new OperatorDecision.Compensate(), new Authority("ann", "a complaint", 7, id)));
    }

    /** Sagas {@code order-1} to {@code order-n}, started a minute apart, that have ended well at revision 3. */
    void sagas(int number) {
        UUID[] ids = new UUID[number];
        for (int i = 0; i < number; i++) {
            ids[i] = order(i + 1).id().value();
        }
        try (Connection connection = database.connect();
                PreparedStatement insert = connection.prepareStatement("""
                INSERT INTO querent.saga (bucket, saga_id, tenant, definition, business_key, definition_version, input_hash,
                    period, status, version, owner, token, wake_at, started_at, updated_at, ended_at)
                SELECT b.bucket, n.id, 'default', 'payment', 'order-' || i, 1, 'v1:x', 1, 10, 3, NULL, 1, NULL,
                    timestamptz '2026-01-01 00:00:00+00' + i * interval '1 min', now(), now()
                FROM unnest(?::uuid[], ?::smallint[]) WITH ORDINALITY AS n(id, bucket, i)
                CROSS JOIN LATERAL (SELECT n.bucket) AS b
                """)) {
            Parameters.of(insert).uuids(ids).shorts(buckets(number));
            insert.executeUpdate();
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static short[] buckets(int number) {
        short[] buckets = new short[number];
        for (int i = 0; i < number; i++) {
            buckets[i] = (short) order(i + 1).id().bucket();
        }
        return buckets;
    }

    static SagaKey order(int number) {
        return SagaKey.of("payment", "order-" + number);
    }

    /** All of them at the same moment. */
    static <T> List<T> atOnce(List<Callable<T>> deeds) throws Exception {
        CyclicBarrier start = new CyclicBarrier(deeds.size());
        ExecutorService people = Executors.newFixedThreadPool(deeds.size());
        try {
            List<Future<T>> running = new ArrayList<>();
            for (Callable<T> deed : deeds) {
                running.add(people.submit(() -> {
                    start.await();
                    return deed.call();
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> each : running) {
                results.add(each.get());
            }
            return results;
        } finally {
            people.shutdownNow();
        }
    }
}
