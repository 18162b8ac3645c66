package io.querent.benchmarks.growth;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One database and several engines in processes of their own, the same number of sagas in flight shared among one, two or four. */
final class ProcessPoints implements Points {
    private static final int[] NUMBERS = {1, 2, 4};
    private static final int[] IN_FLIGHT = {64, 256};
    private static final int CONNECTIONS = 4;
    private static final int WARM_EACH = 32;
    private static final String DATABASE = "growth_processes";

    private final Databases databases;
    private final List<NodeProcess> nodes = new ArrayList<>();
    private final List<Point> points = new ArrayList<>();

    /** @param run what sets this run's sagas apart from earlier ones */
    ProcessPoints(Databases databases, String run) throws SQLException, IOException {
        this.databases = databases;
        String url;
        try (HikariDataSource pool = databases.createAnew(DATABASE, CONNECTIONS)) {
            url = pool.getJdbcUrl();
        }
        for (int i = 1; i <= NUMBERS[NUMBERS.length - 1]; i++) {
            nodes.add(NodeProcess.start(url, "growth-" + i, run));
        }
        for (int inFlight : IN_FLIGHT) {
            for (int number : NUMBERS) {
                points.add(new Point(
                        inFlight + " in flight",
                        number,
                        Job.STANDARD.steps(),
                        duration -> NodeProcess.run(nodes.subList(0, number), inFlight / number, duration)));
            }
        }
    }

    @Override
    public List<Point> all() {
        return points;
    }

    @Override
    public void warmUp(Duration each) throws IOException {
        NodeProcess.run(nodes, WARM_EACH, each.multipliedBy(2));
    }

    @Override
    public void close() throws SQLException, IOException {
        for (NodeProcess node : nodes) {
            node.close();
        }
        databases.drop(DATABASE);
    }
}
