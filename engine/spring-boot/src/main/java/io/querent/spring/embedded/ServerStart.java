package io.querent.spring.embedded;

import io.querent.spring.embedded.PostgresPrograms.Completion;
import io.querent.spring.embedded.ServerAddress.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One start: a server that still runs is taken over, a stuck one is stopped, else one is launched. Never two on the same data:
 * the caller holds the lock of the directory, and PostgreSQL itself refuses a second server and one beside old backends.
 */
final class ServerStart {

    private static final Logger LOG = LoggerFactory.getLogger(ServerStart.class);

    private final EmbeddedPostgresSettings settings;
    private final ServerDirectory directory;
    private final PostgresPrograms programs;
    private final ServerConfiguration configuration;
    private final String password;
    private Deadline deadline;

    ServerStart(
            EmbeddedPostgresSettings settings, ServerDirectory directory, PostgresPrograms programs, String password) {
        this.settings = settings;
        this.directory = directory;
        this.programs = programs;
        this.configuration = new ServerConfiguration(settings, directory, programs.installation());
        this.password = password;
        this.deadline = Deadline.in(settings.startupTimeout());
    }

    ServerAddress run() throws IOException {
        while (true) {
            Optional<ServerAddress> running = awaitRunning();
            if (running.isPresent() && isAdopted(running.get())) {
                return running.get();
            }
            int port = configuration.write();
            Completion launch = programs.start(deadline.left());
            if (launch.succeeded()) {
                LOG.info("Embedded PostgreSQL started on port {}, data in {}", port, directory.data());
                return new ServerAddress(port, password);
            }
            requireWorthAnotherLook(launch, port);
            deadline.pause(directory.root());
        }
    }

    /** Empty once no server runs here. Whatever note it left is harmless then. */
    private Optional<ServerAddress> awaitRunning() throws IOException {
        Optional<PostmasterFile> file = PostmasterFile.read(directory.data());
        while (file.isPresent() && file.get().isServerAlive()) {
            ServerAddress address = new ServerAddress(file.get().port(), password);
            Answer answer = file.get().port() == 0 ? Answer.BUSY : address.ask(directory.data());
            if (answer == Answer.READY) {
                return Optional.of(address);
            }
            if (deadline.hasPassed() || (answer == Answer.REFUSED && file.get().saysReady())) {
                giveUpOn(file.get(), answer);
            }
            deadline.pause(directory.root());
            file = PostmasterFile.read(directory.data());
        }
        if (file.isPresent() && file.get().disarm()) {
            LOG.info("The server that last used {} did not end cleanly; PostgreSQL will recover", directory.data());
        }
        return Optional.empty();
    }

    private boolean isAdopted(ServerAddress running) throws IOException {
        if (configuration.isInForce(running.port())) {
            LOG.info(
                    "Embedded PostgreSQL of an earlier process taken over on port {}, data in {}",
                    running.port(),
                    directory.data());
            return true;
        }
        LOG.info(
                "Embedded PostgreSQL of an earlier process has other settings or programs; it is restarted with these");
        stopOld(PostmasterFile.read(directory.data()));
        return false;
    }

    private void giveUpOn(PostmasterFile file, Answer answer) throws IOException {
        switch (answer) {
            case REFUSED -> throw EmbeddedPostgresException.accessRefused(directory.root(), "port " + file.port());
            case BUSY ->
                throw EmbeddedPostgresException.notReadyInTime(
                        directory.root(), "process " + file.processId(), deadline.allowed());
            case READY -> throw new IllegalStateException("A server that is ready is used");
            case SILENT, OTHER_SERVER -> {
                LOG.warn(
                        "The server of process {} has not answered for {} and is stopped; data in {}",
                        file.processId(),
                        deadline.allowed(),
                        directory.data());
                stopOld(Optional.of(file));
            }
        }
    }

    /** Politely, then without; SIGKILL would leave its backends writing beside the next server. */
    private void stopOld(Optional<PostmasterFile> file) throws IOException {
        boolean stopped = programs.stopFast(settings.startupTimeout()).succeeded()
                || programs.stopImmediately(settings.startupTimeout()).succeeded();
        if (!stopped && file.isPresent() && file.get().isServerAlive()) {
            throw EmbeddedPostgresException.cannotBeStopped(
                    directory.root(), file.get().processId());
        }
        deadline = Deadline.in(settings.startupTimeout());
    }

    /** A launch that failed may succeed later, or another that an earlier process began may have won. */
    private void requireWorthAnotherLook(Completion launch, int port) throws IOException {
        Path data = directory.data();
        if (PostmasterFile.read(data).filter(PostmasterFile::isServerAlive).isPresent()) {
            return;
        }
        if (launch.metOldBackends()) {
            requireTimeLeft();
        } else if (deadline.hasPassed() || !configuration.lostPort(port)) {
            throw launch.failure();
        }
    }

    private void requireTimeLeft() {
        if (deadline.hasPassed()) {
            throw EmbeddedPostgresException.oldBackendsRemain(directory.root(), deadline.allowed());
        }
    }
}
