package io.querent.examples.payment.faultrun.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a member's Patroni says of the cluster.
 *
 * @param members that have registered and are not forgotten
 */
record ClusterView(List<Seen> members) {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final String LEADER = "leader";
    private static final String SYNCHRONOUS = "sync_standby";
    private static final String REPLICA = "replica";

    ClusterView {
        members = List.copyOf(members);
    }

    /**
     * One member.
     *
     * @param timeline of its server, grows with every failover; -1 when not known
     */
    record Seen(String name, String role, String state, int timeline) {
        /** Patroni says "streaming" of standbys from version 3.0.3 on. */
        boolean works() {
            return state.equals("running") || state.equals("streaming");
        }
    }

    /** Reads the answer to {@code GET /cluster}. */
    static ClusterView parse(String json) {
        List<Seen> members = new ArrayList<>();
        for (JsonNode each : MAPPER.readTree(json).path("members")) {
            members.add(new Seen(
                    each.path("name").asString(""),
                    each.path("role").asString(""),
                    each.path("state").asString(""),
                    each.path("timeline").asInt(-1)));
        }
        return new ClusterView(members);
    }

    /** The member that is leader and works. */
    Optional<Seen> leader() {
        return members.stream()
                .filter(each -> each.role().equals(LEADER) && each.works())
                .findFirst();
    }

    /** Whether so many members work on one timeline: a leader, a synchronous standby, and the rest as replicas. */
    boolean isWhole(int count) {
        return members.size() == count
                && members.stream().allMatch(Seen::works)
                && members.stream().map(Seen::timeline).distinct().count() == 1
                && count(LEADER) == 1
                && count(SYNCHRONOUS) == 1
                && count(REPLICA) == count - 2L;
    }

    private long count(String role) {
        return members.stream().filter(each -> each.role().equals(role)).count();
    }
}
