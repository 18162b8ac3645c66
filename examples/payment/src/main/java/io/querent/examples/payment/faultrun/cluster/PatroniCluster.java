package io.querent.examples.payment.faultrun.cluster;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Three PostgreSQL servers under Patroni, with one etcd. Replication is synchronous and strict. All ends with this object, and with
 * this process, however it ends. One thread.
 */
public final class PatroniCluster implements AutoCloseable {
    private static final String DATABASE = "querent";
    private static final String OWNER = "querent";
    private static final String LOOPBACK = "127.0.0.1:";
    /** Members on one machine need not be waited for long; the driver's state of hosts must not be older than a failover. */
    private static final String FAILOVER =
            "targetServerType=primary&hostRecheckSeconds=1&connectTimeout=2&loginTimeout=10"
                    + "&socketTimeout=15&tcpKeepAlive=true&sslmode=disable";

    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final Duration END = Duration.ofSeconds(20);
    private static final long LOOK_EVERY_MILLIS = 100;

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(ANSWER).build();
    private final Secrets secrets;
    private final List<Member> members;
    private final Program etcd;
    private final Guard guard;

    private PatroniCluster(ClusterLayout layout, Program etcd, Guard guard) {
        this.secrets = layout.secrets();
        this.members = layout.members();
        this.etcd = etcd;
        this.guard = guard;
    }

    /**
     * Makes and starts a cluster, and returns when all members work and the database is there.
     *
     * @param directory for data and logs; its user's below, whoever that is
     */
    public static PatroniCluster open(ClusterPrograms programs, Path directory, ClusterTiming timing)
            throws IOException, InterruptedException {
        ClusterLayout layout = ClusterLayout.in(directory, programs, timing);
        Guard guard = Guard.over(directory, layout.pidFiles());
        PatroniCluster cluster = new PatroniCluster(layout, layout.startEtcd(), guard);
        try {
            for (Member member : cluster.members) {
                member.start();
            }
            cluster.awaitWhole(START);
            cluster.createDatabase();
            return cluster;
        } catch (IOException | InterruptedException | RuntimeException refused) {
            cluster.close();
            throw refused;
        }
    }

    /** JDBC address of the database, with its owner: all members, of which the driver takes the primary. */
    public String url() {
        return url(DATABASE) + "&user=" + OWNER;
    }

    /** Password of the database's owner. */
    public String password() {
        return secrets.owner();
    }

    /** Connections to whoever is primary, made anew each time. */
    public DataSource database() {
        return new DriverManagerDataSource(url(), OWNER, password());
    }

    /** The driver's settings for the failover, for reports. */
    public static String connectionSettings() {
        return FAILOVER;
    }

    /** The member that leads now, by what Patroni says. */
    public Optional<Member> leader() throws InterruptedException {
        return view().flatMap(ClusterView::leader)
                .flatMap(seen -> members.stream()
                        .filter(member -> member.name().equals(seen.name()))
                        .findFirst());
    }

    /** Timeline of the leader; -1 when there is none. */
    public int timeline() throws InterruptedException {
        return view().flatMap(ClusterView::leader)
                .map(ClusterView.Seen::timeline)
                .orElse(-1);
    }

    /** Kills a member: its Patroni and its server, with SIGKILL. */
    public void kill(Member member) throws IOException, InterruptedException {
        member.kill();
    }

    /** Starts a member that was killed. */
    public void restart(Member member) throws IOException {
        member.start();
    }

    /**
     * Waits until a member other than {@code former} leads.
     *
     * @throws IOException when none does within the limit
     */
    public Member awaitLeaderOtherThan(Member former, Duration limit) throws IOException, InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (System.nanoTime() - end < 0) {
            Optional<Member> leader = leader();
            if (leader.isPresent() && !leader.get().equals(former)) {
                return leader.get();
            }
            pause();
        }
        throw new IOException("no member has taken the place of " + former.name() + " within " + limit);
    }

    /**
     * Waits until all members work, one of them as synchronous standby, by what Patroni and the primary say.
     *
     * @throws IOException when that is not so within the limit
     */
    public void awaitWhole(Duration limit) throws IOException, InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        Optional<ClusterView> view = Optional.empty();
        while (System.nanoTime() - end < 0) {
            view = view();
            if (view.filter(seen -> seen.isWhole(members.size())).isPresent()
                    && Standbys.areComplete(administration(), members.size() - 1)) {
                return;
            }
            pause();
        }
        throw new IOException("the cluster is not whole after " + limit + "; found=" + view);
    }

    @Override
    public void close() {
        try {
            // The leader last: none of the others is to take its place on the way down.
            Optional<Member> leader = leader();
            for (Member member : members) {
                if (leader.filter(member::equals).isEmpty()) {
                    member.stop();
                }
            }
            if (leader.isPresent()) {
                leader.get().stop();
            }
            etcd.terminate(END);
            // Whatever could not be stopped in good order.
            guard.finish();
        } catch (InterruptedException hurry) {
            // The guard does the rest when this process has ended.
            Thread.currentThread().interrupt();
        }
    }

    private void createDatabase() {
        JdbcClient server = JdbcClient.create(administration());
        server.sql("CREATE ROLE " + OWNER + " LOGIN PASSWORD '" + secrets.owner() + "'")
                .update();
        server.sql("CREATE DATABASE " + DATABASE + " OWNER " + OWNER).update();
    }

    private DataSource administration() {
        return new DriverManagerDataSource(url("postgres"), Secrets.SUPERUSER, secrets.superuser());
    }

    private String url(String database) {
        return members.stream()
                .map(member -> LOOPBACK + member.port())
                .collect(Collectors.joining(",", "jdbc:postgresql://", "/" + database + "?" + FAILOVER));
    }

    /** What the first member says that answers. */
    private Optional<ClusterView> view() throws InterruptedException {
        for (Member member : members) {
            if (member.isRunning()) {
                try {
                    HttpRequest question = HttpRequest.newBuilder(
                                    URI.create("http://" + LOOPBACK + member.restPort() + "/cluster"))
                            .timeout(ANSWER)
                            .build();
                    HttpResponse<String> answer = http.send(question, HttpResponse.BodyHandlers.ofString());
                    if (answer.statusCode() == 200) {
                        return Optional.of(ClusterView.parse(answer.body()));
                    }
                } catch (IOException silent) {
                    continue;
                }
            }
        }
        return Optional.empty();
    }

    private static void pause() throws InterruptedException {
        boolean unused = new CountDownLatch(1).await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }
}
