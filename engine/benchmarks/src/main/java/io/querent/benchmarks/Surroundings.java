package io.querent.benchmarks;

import com.github.kagkarlsson.scheduler.Scheduler;
import dev.dbos.transact.DBOS;
import io.querent.benchmarks.server.ServerFacts;
import io.querent.postgres.PostgresJournal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.postgresql.Driver;

/**
 * What has to be known to judge figures.
 *
 * @param server settings by name
 * @param versions of what takes part, by name
 */
record Surroundings(
        Map<String, String> machine,
        Map<String, String> java,
        Map<String, String> server,
        Map<String, String> versions) {

    static Surroundings of(Connection connection) throws SQLException {
        return new Surroundings(thisMachine(), thisJava(), ServerFacts.of(connection), libraries());
    }

    private static Map<String, String> thisMachine() {
        Map<String, String> machine = new LinkedHashMap<>();
        machine.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        machine.put("system", property("os.name"));
        machine.put("architecture", property("os.arch"));
        machine.put("kernel", property("os.version"));
        return machine;
    }

    private static Map<String, String> thisJava() {
        Map<String, String> java = new LinkedHashMap<>();
        java.put("name", property("java.vm.name"));
        java.put("version", property("java.runtime.version"));
        java.put("heap", Runtime.getRuntime().maxMemory() / (1024 * 1024) + " MiB");
        return java;
    }

    private static Map<String, String> libraries() {
        Map<String, String> versions = new LinkedHashMap<>();
        versions.put("querent", fileOf(PostgresJournal.class));
        versions.put("driver", fileOf(Driver.class));
        versions.put("dbos", fileOf(DBOS.class));
        versions.put("db-scheduler", fileOf(Scheduler.class));
        return versions;
    }

    /** The name of the file that a class was loaded from, which tells its version. */
    private static String fileOf(Class<?> part) {
        String location =
                part.getProtectionDomain().getCodeSource().getLocation().getPath();
        return String.valueOf(Path.of(location).getFileName());
    }

    private static String property(String name) {
        return System.getProperty(name, "?");
    }
}
