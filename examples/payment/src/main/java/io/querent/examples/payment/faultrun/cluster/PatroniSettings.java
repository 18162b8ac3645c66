package io.querent.examples.payment.faultrun.cluster;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * Settings of one member as Patroni reads them. JSON is YAML too.
 *
 * @param name of the member
 * @param directory of the member, for data and passwords
 * @param port of its PostgreSQL
 * @param restPort of its Patroni
 * @param etcdPort of the etcd that all members agree in
 * @param server directory of PostgreSQL's programs
 */
record PatroniSettings(String name, Path directory, int port, int restPort, int etcdPort, Path server) {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final String LOOPBACK = "127.0.0.1:";

    Path data() {
        return directory.resolve("data");
    }

    /**
     * The whole text.
     *
     * @param timing how soon members notice
     */
    String text(ClusterTiming timing, Secrets secrets) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("scope", "querent");
        all.put("name", name);
        all.put("restapi", Map.of("listen", LOOPBACK + restPort, "connect_address", LOOPBACK + restPort));
        all.put("etcd3", Map.of("hosts", List.of(LOOPBACK + etcdPort)));
        all.put("bootstrap", Map.of("dcs", agreed(timing), "initdb", initdb()));
        all.put("postgresql", postgresql(secrets));
        all.put("watchdog", Map.of("mode", "off"));
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(all);
    }

    /**
     * What holds for all members. Without a synchronous standby a strict primary commits nothing, so that nothing can be lost; so
     * after a failover the remaining standby must not wait the usual 5 s before it looks for its new primary.
     */
    private static Map<String, Object> agreed(ClusterTiming timing) {
        return Map.of(
                "ttl", timing.ttlSeconds(),
                "loop_wait", timing.loopWaitSeconds(),
                "retry_timeout", timing.retryTimeoutSeconds(),
                "synchronous_mode", true,
                "synchronous_mode_strict", true,
                "postgresql",
                        Map.of(
                                "use_pg_rewind", true,
                                "use_slots", true,
                                "parameters",
                                        Map.of(
                                                "max_connections", 120,
                                                "synchronous_commit", "on",
                                                "wal_log_hints", "on",
                                                "wal_retrieve_retry_interval", "1s",
                                                "shared_buffers", "64MB")));
    }

    private static List<Object> initdb() {
        return List.of(Map.of("encoding", "UTF8"), Map.of("locale", "C.UTF-8"), "data-checksums");
    }

    private Map<String, Object> postgresql(Secrets secrets) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("listen", LOOPBACK + port);
        settings.put("connect_address", LOOPBACK + port);
        settings.put("data_dir", data().toString());
        settings.put("bin_dir", server.toString());
        settings.put("pgpass", directory.resolve("pgpass").toString());
        Map<String, String> superuser = Map.of("username", Secrets.SUPERUSER, "password", secrets.superuser());
        settings.put(
                "authentication",
                Map.of(
                        "superuser",
                        superuser,
                        "rewind",
                        superuser,
                        "replication",
                        Map.of("username", Secrets.REPLICATION, "password", secrets.replication())));
        settings.put("parameters", Map.of("unix_socket_directories", ""));
        settings.put(
                "pg_hba",
                List.of(
                        "host all all 127.0.0.1/32 scram-sha-256",
                        "host replication " + Secrets.REPLICATION + " 127.0.0.1/32 scram-sha-256"));
        settings.put("remove_data_directory_on_rewind_failure", true);
        settings.put("remove_data_directory_on_diverged_timelines", true);
        return settings;
    }
}
