package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.postgres.PostgresSchema;
import io.querent.postgres.RestartableServer;
import io.querent.postgres.TestDatabase;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The server's disk is full (53100): sagas wait until there is room again, and nothing is recorded as failed. */
class DiskFullTest extends EngineCase {
    private static final String SIZE = "size=24m";

    private final TroubledLoad load = new TroubledLoad();

    /** Runs everywhere: the server itself raises what it raises when it cannot extend a table. */
    @Test
    void appendsAndStepsThatTheServerHasNoRoomForAreKeptUntilItHas() throws Exception {
        TestDatabase database = database();
        TroubledLoad.prepare(database);
        database.execute("CREATE TABLE full_disk (since boolean)");
        database.execute("""
                CREATE FUNCTION need_room() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF EXISTS (SELECT FROM full_disk) THEN
                        RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
                    END IF;
                    RETURN NULL;
                END $$
                """);
        database.execute(
                "CREATE TRIGGER room AFTER INSERT ON querent.event FOR EACH STATEMENT EXECUTE FUNCTION need_room()");
        database.execute("CREATE TRIGGER room AFTER INSERT ON note FOR EACH STATEMENT EXECUTE FUNCTION need_room()");
        Node node = open(Node.settings("a"), 10, transactions -> List.of(load.definition()));
        load.begin(node);
        load.awaitMore(20);

        database.execute("INSERT INTO full_disk VALUES (true)");
        awaitFailedAppends(node);
        load.stop();
        assertThat(load.underWay()).isPositive();
        database.execute("DELETE FROM full_disk");

        load.assertAllIsWell(node, database);
    }

    /** A real file system of a few megabytes under the tables of events. Needs the right to mount one. */
    @Test
    void aTablespaceThatIsReallyFullIsWaitedFor() throws Exception {
        Path disk = Files.createTempDirectory("querent-disk");
        Assumptions.assumeTrue(
                run("mount", "-t", "tmpfs", "-o", SIZE, "tmpfs", disk.toString()) == 0,
                "no right to mount a tmpfs here; the other test of this class does not need it");
        try (RestartableServer server = new RestartableServer();
                TestDatabase database = server.database()) {
            PostgresSchema.migrate(database.dataSource());
            TroubledLoad.prepare(database);
            moveEventsTo(Files.createDirectory(disk.resolve("space")), database);
            String url = "jdbc:postgresql://127.0.0.1:" + server.port() + "/" + database.name();
            try (Node node = Node.open(Node.settings("a"), url, 10, transactions -> List.of(load.definition()))) {
                load.begin(node);
                load.awaitMore(20);
                Path ballast = disk.resolve("ballast");
                fill(ballast);
                awaitFailedAppends(node);
                load.stop();
                assertThat(load.underWay()).isPositive();

                Files.delete(ballast);

                load.assertAllIsWell(node, database);
            }
        } finally {
            run("umount", "--lazy", disk.toString());
        }
    }

    private static void moveEventsTo(Path space, TestDatabase database) {
        database.execute("CREATE TABLESPACE small LOCATION '" + space + "'");
        database.execute("""
                DO $$ DECLARE each record; BEGIN
                    FOR each IN SELECT c.oid::regclass AS name, c.relkind AS kind FROM pg_class AS c
                        WHERE c.relnamespace = 'querent'::regnamespace AND c.relname LIKE 'event%' AND c.relkind IN ('r', 'i')
                    LOOP
                        EXECUTE format('ALTER %s %s SET TABLESPACE small',
                            CASE each.kind WHEN 'r' THEN 'TABLE' ELSE 'INDEX' END, each.name);
                    END LOOP;
                END $$
                """);
    }

    private static void fill(Path ballast) throws IOException {
        byte[] block = new byte[4096];
        try (OutputStream file = Files.newOutputStream(ballast)) {
            while (true) {
                file.write(block);
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left");
        }
    }

    private static void awaitFailedAppends(Node node) {
        long before = node.journal.counters().failures();
        await().until(() -> node.journal.counters().failures() > before + 2);
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
