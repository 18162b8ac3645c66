package io.querent.spring.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardOpenOption.DSYNC;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** PostgreSQL's data directory and the password that opens it: made once, together, then only checked. */
final class DataDirectory {

    private static final Logger LOG = LoggerFactory.getLogger(DataDirectory.class);
    private static final int PASSWORD_BYTES = 24;

    private final ServerDirectory directory;
    private final PostgresPrograms programs;

    DataDirectory(ServerDirectory directory, PostgresPrograms programs) {
        this.directory = directory;
        this.programs = programs;
    }

    /**
     * Returns the password.
     *
     * @throws EmbeddedPostgresException QRT-5002, QRT-5003 or QRT-5004 if there is data that we cannot work on; it is left alone
     */
    String prepare(Duration limit) throws IOException {
        Path versionFile = directory.data().resolve("PG_VERSION");
        if (Files.exists(versionFile)) {
            requireSameMajorVersion(Files.readString(versionFile, US_ASCII).strip());
            return existingPassword();
        }
        removeIfEmpty();
        String password = Files.exists(directory.passwordFile()) ? existingPassword() : newPassword();
        create(limit);
        return password;
    }

    private void requireSameMajorVersion(String found) throws IOException {
        String expected = programs.majorVersion();
        if (!found.equals(expected)) {
            throw EmbeddedPostgresException.otherMajorVersion(directory.data(), found, expected);
        }
    }

    /** Elsewhere first: a crash in the middle must not leave something that looks like data. */
    private void create(Duration limit) throws IOException {
        LOG.info("Creating a PostgreSQL data directory in {}", directory.data());
        Path unfinished = directory.unfinished("data");
        programs.createCluster(unfinished, limit);
        directory.publish(unfinished, directory.data());
    }

    private void removeIfEmpty() throws IOException {
        try {
            Files.deleteIfExists(directory.data());
        } catch (DirectoryNotEmptyException foreign) {
            throw EmbeddedPostgresException.foreignDirectory(directory.data(), "no file PG_VERSION");
        }
    }

    private String existingPassword() throws IOException {
        if (!Files.exists(directory.passwordFile())) {
            throw EmbeddedPostgresException.passwordMissing(directory.root(), directory.passwordFile());
        }
        return Files.readString(directory.passwordFile(), US_ASCII).strip();
    }

    private String newPassword() throws IOException {
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        String password = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        Path unfinished = directory.unfinished("password");
        Files.createFile(unfinished, ServerDirectory.forOwnerOnly());
        Files.writeString(unfinished, password + "\n", US_ASCII, WRITE, DSYNC);
        directory.publish(unfinished, directory.passwordFile());
        return password;
    }
}
