package io.querent.examples.settlement.command;

import io.querent.examples.payment.access.DatabaseAccess;
import io.querent.examples.settlement.service.RunningSettlement;
import io.querent.examples.settlement.service.ServiceAddresses;
import io.querent.examples.settlement.service.ServiceDatabase;
import io.querent.examples.settlement.site.DataDirectory;
import io.querent.examples.settlement.site.DirectoryHold;
import io.querent.examples.settlement.site.Site;
import io.querent.spring.embedded.EmbeddedPostgresException;
import io.querent.spring.embedded.EmbeddedPostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The service for a command beside a run: a second node of the one in progress, or, where none is, the whole of it started for the moment.
 */
final class Joining implements AutoCloseable {
    private static final String DIRECTORY_IN_USE = "QRT-5001";
    private static final Duration SITE_START = Duration.ofMinutes(2);

    private final RunningSettlement service;
    private final @Nullable Begun begun;

    private Joining(RunningSettlement service, @Nullable Begun begun) {
        this.service = service;
        this.begun = begun;
    }

    /** What was started for the moment; the directory is given back last. */
    private record Begun(DirectoryHold hold, Site site) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            try (hold) {
                site.close();
            }
        }
    }

    /**
     * Opens it.
     *
     * @param name of the log
     * @throws IOException when there is no data there, or it cannot be reached
     */
    static Joining open(Class<?> startClass, DataDirectory data, String name, Consumer<String> notices)
            throws IOException, InterruptedException {
        if (!Files.isDirectory(data.service())) {
            throw CommandFailure.noData(data);
        }
        return isInProgress(data) ? join(data, name) : begin(startClass, data, name, notices);
    }

    RunningSettlement service() {
        return service;
    }

    @Override
    public void close() throws IOException {
        try (begun) {
            service.close();
        }
    }

    /** A run that is starting or ending holds the directory, too, and cannot be joined. */
    private static Joining join(DataDirectory data, String name) throws IOException {
        try {
            DatabaseAccess access = DatabaseAccess.read(data.serviceAccess());
            ServiceAddresses addresses = Site.inProgress(data);
            return join(data, name, access, addresses);
        } catch (NoSuchFileException early) {
            throw CommandFailure.stillStarting(data, Path.of(early.getFile()), early);
        }
    }

    private static Joining join(DataDirectory data, String name, DatabaseAccess access, ServiceAddresses addresses)
            throws CommandFailure {
        try {
            access.require();
            return new Joining(
                    RunningSettlement.start(new ServiceDatabase.Shared(access), data.log(name), addresses, null), null);
        } catch (SQLException | RuntimeException refused) {
            throw CommandFailure.notJoined(data, access.url(), refused);
        }
    }

    private static Joining begin(Class<?> startClass, DataDirectory data, String name, Consumer<String> notices)
            throws IOException, InterruptedException {
        DirectoryHold hold = DirectoryHold.of(data).orElseThrow(() -> CommandFailure.notAtWork(data));
        try {
            return begin(hold, Site.start(startClass, data, Site.Elsewhere.NOTHING, List.of(), notices), data, name);
        } catch (IOException | RuntimeException refused) {
            hold.close();
            throw refused;
        }
    }

    private static Joining begin(DirectoryHold hold, Site site, DataDirectory data, String name)
            throws IOException, InterruptedException {
        try {
            site.awaitReady(SITE_START);
            ServiceDatabase database = new ServiceDatabase.Own(data.service());
            return new Joining(
                    RunningSettlement.start(database, data.log(name), site.addresses(), null), new Begun(hold, site));
        } catch (IOException | RuntimeException refused) {
            site.close();
            throw refused;
        }
    }

    private static boolean isInProgress(DataDirectory data) {
        try {
            EmbeddedPostgresServer.requireFree(data.service());
            return false;
        } catch (EmbeddedPostgresException held) {
            if (held.code().equals(DIRECTORY_IN_USE)) {
                return true;
            }
            throw held;
        }
    }
}
