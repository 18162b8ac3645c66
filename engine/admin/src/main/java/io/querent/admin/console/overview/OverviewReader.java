package io.querent.admin.console.overview;

import io.querent.admin.console.page.Badge;
import io.querent.admin.console.page.Links;
import io.querent.admin.console.page.Masks;
import io.querent.admin.console.page.Moment;
import io.querent.admin.console.page.Shapes;
import io.querent.decision.SagaStatus;
import io.querent.runtime.admin.Figures;
import io.querent.runtime.admin.Nodes;
import io.querent.runtime.call.DownstreamView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Puts figures, nodes' reports and the stuck board together. Thread-safe. */
public final class OverviewReader {
    private static final int BOARD = 20;
    private static final List<SagaStatus> SHOWN = List.of(
            SagaStatus.RUNNING, SagaStatus.WAITING, SagaStatus.COMPENSATING, SagaStatus.IN_REVIEW, SagaStatus.PAUSED);

    private final Figures figures;
    private final Nodes nodes;
    private final Shapes shapes;
    private final Masks masks;

    public OverviewReader(Figures figures, Nodes nodes, Shapes shapes, Masks masks) {
        this.figures = figures;
        this.nodes = nodes;
        this.shapes = shapes;
        this.masks = masks;
    }

    OverviewView read() {
        Figures.Overview now = figures.overview();
        List<Nodes.Heard> heard = nodes.all();
        return new OverviewView(
                Moment.of(now.at()),
                SHOWN.stream()
                        .map(status -> new OverviewView.Figure(
                                Badge.of(status).words(),
                                count(now.sagas().getOrDefault(status, 0L)),
                                "/console/sagas?status=" + status.name()))
                        .toList(),
                backlog(now.unknown()),
                backlog(now.compensations()),
                new OverviewView.Figure("Reviews", count(now.reviewsOpen()), "/console/reviews"),
                Moment.ofNullable(now.oldestReview()),
                new OverviewView.Figure("Letters not taken in", count(now.lettersWaiting()), ""),
                shapes.all().stream()
                        .filter(version -> version.live() > 0 && !shapes.isRun(version))
                        .map(version -> version.version().name() + " version "
                                + version.version().version())
                        .toList(),
                heard.stream().map(OverviewReader::node).toList(),
                downstreams(heard),
                figures.stuck(BOARD).stream().map(this::stuck).toList());
    }

    private static String count(long count) {
        return count >= Figures.BOUND ? Figures.BOUND + " or more" : String.valueOf(count);
    }

    private static OverviewView.Backlog backlog(Figures.Backlog backlog) {
        return new OverviewView.Backlog(
                count(backlog.count()),
                Moment.ofNullable(backlog.oldest()),
                backlog.amounts().stream().map(Object::toString).toList(),
                backlog.withoutAmount() == 0 ? "" : count(backlog.withoutAmount()) + " state no amount");
    }

    private static OverviewView.Node node(Nodes.Heard heard) {
        return new OverviewView.Node(
                heard.report().node(),
                heard.silent(),
                Moment.of(heard.at()),
                heard.report().ownedSagas(),
                String.join(", ", heard.report().definitions()));
    }

    /** Adds up what nodes see of each downstream. Pure. */
    static List<OverviewView.Downstream> downstreams(List<Nodes.Heard> heard) {
        Map<String, List<Map.Entry<String, DownstreamView>>> byName = new TreeMap<>();
        for (Nodes.Heard each : heard) {
            if (!each.silent()) {
                each.report()
                        .downstreams()
                        .forEach((name, view) -> byName.computeIfAbsent(name, none -> new ArrayList<>())
                                .add(Map.entry(each.report().node(), view)));
            }
        }
        List<OverviewView.Downstream> all = new ArrayList<>();
        byName.forEach((name, views) -> all.add(downstream(name, views)));
        return all;
    }

    private static OverviewView.Downstream downstream(String name, List<Map.Entry<String, DownstreamView>> views) {
        long operations = 0;
        long sends = 0;
        long questions = 0;
        long refusals = 0;
        int inUse = 0;
        int slots = 0;
        int waiting = 0;
        List<String> open = new ArrayList<>();
        for (Map.Entry<String, DownstreamView> each : views) {
            DownstreamView view = each.getValue();
            operations += view.operations();
            sends += view.sends();
            questions += view.questions();
            refusals += view.refusals();
            inUse += view.inUse();
            slots += view.slots();
            waiting += view.waiting();
            if (!view.circuitClosed()) {
                open.add(each.getKey());
            }
        }
        String amplification =
                operations == 0 ? "–" : String.format(Locale.ROOT, "%.2f", (double) (sends + questions) / operations);
        return new OverviewView.Downstream(
                name, amplification, sends, questions, inUse, slots, waiting, refusals, open);
    }

    private OverviewView.Stuck stuck(Figures.Stuck stuck) {
        return new OverviewView.Stuck(
                Links.operation(stuck.saga().id(), stuck.operation()),
                Links.saga(stuck.saga().id()),
                stuck.saga().businessKey().value(),
                stuck.saga().definition(),
                stuck.operation(),
                Badge.of(stuck.status()),
                stuck.attempts(),
                Moment.of(stuck.since()),
                stuck.amount() == null ? "" : stuck.amount().toString(),
                stuck.lastError() == null ? "" : masks.texts().mask(stuck.lastError(), stuck.saga()));
    }
}
