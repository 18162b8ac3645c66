package io.querent.benchmarks;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.benchmarks.contender.Contender;
import io.querent.benchmarks.contender.Variant;
import io.querent.benchmarks.server.Server;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The contenders of a session, each with connections of its own. */
final class Entrants implements AutoCloseable {
    private final List<Contender> contenders = new ArrayList<>();
    private final Deque<Runnable> opened = new ArrayDeque<>();

    private Entrants() {}

    static Entrants open(Server server, List<Role> roles, Variant variant, @Nullable Integer writers) throws Exception {
        Entrants entrants = new Entrants();
        try {
            for (Role role : roles) {
                HikariDataSource connections = server.connect(role.connections(), role.schema());
                entrants.opened.push(connections::close);
                Contender contender = role.open(connections, variant, writers);
                entrants.opened.push(contender::close);
                entrants.contenders.add(contender);
            }
            return entrants;
        } catch (Exception failure) {
            entrants.close();
            throw failure;
        }
    }

    List<Contender> all() {
        return List.copyOf(contenders);
    }

    Contender named(String name) {
        return contenders.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** A contender before its connections. */
    @Override
    public void close() {
        while (!opened.isEmpty()) {
            opened.pop().run();
        }
    }
}
