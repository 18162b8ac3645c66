package io.querent.postgres.cases;

import io.querent.runtime.archive.HistoryArchive;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.ds.PGSimpleDataSource;

/** Surroundings of a process that dies at a boundary: from then on nothing it does reaches the database or the archive. */
final class MortalRetention {
    private final CrashPoint crash;

    MortalRetention(CrashPoint crash) {
        this.crash = crash;
    }

    /** A boundary lies before each transaction. */
    PGSimpleDataSource database(String url) {
        PGSimpleDataSource source = new PGSimpleDataSource() {
            private static final long serialVersionUID = 1L;

            @Override
            public Connection getConnection() throws SQLException {
                if (!crash.survives()) {
                    throw new SQLException("the process is gone", "08006");
                }
                return super.getConnection();
            }
        };
        source.setUrl(url);
        source.setUser("postgres");
        return source;
    }

    HistoryArchive archive(HistoryArchive archive) {
        return new Archive(archive);
    }

    private final class Archive implements HistoryArchive {
        private final HistoryArchive archive;

        Archive(HistoryArchive archive) {
            this.archive = archive;
        }

        @Override
        public String place() {
            return archive.place();
        }

        @Override
        public OutputStream create(String name) throws IOException {
            crash.pass();
            return new FilterOutputStream(archive.create(name)) {
                @Override
                public void write(byte[] bytes, int from, int length) throws IOException {
                    crash.pass();
                    out.write(bytes, from, length);
                }

                @Override
                public void close() throws IOException {
                    crash.pass();
                    super.close();
                }
            };
        }

        @Override
        public InputStream openUnpublished(String name) throws IOException {
            crash.pass();
            return archive.openUnpublished(name);
        }

        @Override
        public void publish(String name) throws IOException {
            crash.pass();
            archive.publish(name);
            crash.pass();
        }

        @Override
        public InputStream open(String name) throws IOException {
            crash.pass();
            return archive.open(name);
        }
    }
}
