package io.querent.benchmarks;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.benchmarks.contender.Contender;
import io.querent.benchmarks.contender.DbScheduler;
import io.querent.benchmarks.contender.Dbos;
import io.querent.benchmarks.contender.Floor;
import io.querent.benchmarks.contender.GroupFloor;
import io.querent.benchmarks.contender.Querent;
import io.querent.benchmarks.contender.Variant;
import io.querent.postgres.JournalSettings;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Who may take part, and how many connections it gets. */
enum Role {
    FLOOR("floor", Floor.CONNECTIONS) {
        @Override
        Contender open(HikariDataSource connections, Variant variant, @Nullable Integer writers) throws SQLException {
            return new Floor(connections, variant);
        }
    },
    QUERENT(Querent.SCHEMA, 32) {
        @Override
        Contender open(HikariDataSource connections, Variant variant, @Nullable Integer writers) {
            JournalSettings settings = JournalSettings.DEFAULT;
            return new Querent(connections, variant, writers == null ? settings : settings.withWriters(writers));
        }
    },
    GROUP_FLOOR("group_floor", GroupFloor.WRITERS) {
        @Override
        Contender open(HikariDataSource connections, Variant variant, @Nullable Integer writers) throws SQLException {
            return new GroupFloor(connections, variant);
        }
    },
    DBOS(Dbos.SCHEMA, Dbos.CONNECTIONS) {
        @Override
        Contender open(HikariDataSource connections, Variant variant, @Nullable Integer writers) {
            return new Dbos(connections, variant);
        }
    },
    DB_SCHEDULER(DbScheduler.SCHEMA, DbScheduler.CONNECTIONS) {
        @Override
        Contender open(HikariDataSource connections, Variant variant, @Nullable Integer writers) throws SQLException {
            return new DbScheduler(connections, variant);
        }
    };

    private final String schema;
    private final int connections;

    Role(String schema, int connections) {
        this.schema = schema;
        this.connections = connections;
    }

    /** Where its tables are, and under which name its round trips are counted. */
    String schema() {
        return schema;
    }

    int connections() {
        return connections;
    }

    /** @param writers journal writers of the engine; null for the journal's own choice */
    abstract Contender open(HikariDataSource connections, Variant variant, @Nullable Integer writers) throws Exception;
}
