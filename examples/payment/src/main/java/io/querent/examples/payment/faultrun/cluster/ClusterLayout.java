package io.querent.examples.payment.faultrun.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;

/**
 * Where everything of a cluster is: directories, ports, settings.
 *
 * @param directory of the cluster
 * @param etcd the program
 * @param etcdPort where it listens for members
 * @param peerPort where it would listen for others of its kind
 * @param members not started
 */
record ClusterLayout(Path directory, Path etcd, int etcdPort, int peerPort, List<Member> members, Secrets secrets) {
    private static final int MEMBERS = 3;
    private static final String LOOPBACK = "http://127.0.0.1:";

    ClusterLayout {
        members = List.copyOf(members);
    }

    /** Makes the directories and writes the settings. */
    static ClusterLayout in(Path directory, ClusterPrograms programs, ClusterTiming timing) throws IOException {
        Files.createDirectories(directory);
        give(directory);
        give(Files.createDirectory(directory.resolve("etcd")));
        Ports ports = new Ports();
        int etcdPort = ports.next();
        Secrets secrets = Secrets.draw();
        List<Member> members = new ArrayList<>();
        for (int number = 1; number <= MEMBERS; number++) {
            String name = "member-" + number;
            PatroniSettings settings = new PatroniSettings(
                    name,
                    Files.createDirectory(directory.resolve(name)),
                    ports.next(),
                    ports.next(),
                    etcdPort,
                    programs.server());
            give(settings.directory());
            Path configuration = settings.directory().resolve("patroni.yml");
            Files.writeString(configuration, settings.text(timing, secrets), UTF_8);
            Files.setPosixFilePermissions(configuration, PosixFilePermissions.fromString("rw-------"));
            own(configuration);
            members.add(new Member(settings, programs.patroni(), configuration, directory.resolve(name + ".log")));
        }
        return new ClusterLayout(directory, programs.etcd(), etcdPort, ports.next(), members, secrets);
    }

    /** Starts the etcd. */
    Program startEtcd() throws IOException {
        Path data = directory.resolve("etcd");
        return Program.start(
                List.of(
                        etcd.toString(),
                        "--name=only",
                        "--data-dir=" + data.resolve("data"),
                        "--listen-client-urls=" + LOOPBACK + etcdPort,
                        "--advertise-client-urls=" + LOOPBACK + etcdPort,
                        "--listen-peer-urls=" + LOOPBACK + peerPort,
                        "--initial-advertise-peer-urls=" + LOOPBACK + peerPort,
                        "--initial-cluster=only=" + LOOPBACK + peerPort,
                        "--log-level=warn"),
                data,
                directory.resolve("etcd.log"),
                data.resolve("etcd.pid"));
    }

    /** Files with the process ids of all that runs, each Patroni before its server. */
    List<Path> pidFiles() {
        List<Path> files = new ArrayList<>();
        for (Member member : members) {
            Path home = directory.resolve(member.name());
            files.add(home.resolve("patroni.pid"));
            files.add(home.resolve("data").resolve("postmaster.pid"));
        }
        files.add(directory.resolve("etcd").resolve("etcd.pid"));
        return files;
    }

    /** Only its user may look into a server's directory. */
    private static void give(Path directory) throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        own(directory);
    }

    private static void own(Path file) throws IOException {
        if (ClusterPrograms.isRoot()) {
            UserPrincipal user = FileSystems.getDefault()
                    .getUserPrincipalLookupService()
                    .lookupPrincipalByName(ClusterPrograms.USER);
            Files.setOwner(file, user);
        }
    }
}
