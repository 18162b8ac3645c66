package io.querent.admin.graph;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.elk.alg.layered.options.LayeredMetaDataProvider;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.core.RecursiveGraphLayoutEngine;
import org.eclipse.elk.core.data.LayoutMetaDataService;
import org.eclipse.elk.core.math.ElkPadding;
import org.eclipse.elk.core.options.CoreOptions;
import org.eclipse.elk.core.options.Direction;
import org.eclipse.elk.core.options.EdgeRouting;
import org.eclipse.elk.core.util.BasicProgressMonitor;
import org.eclipse.elk.graph.ElkBendPoint;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkEdgeSection;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.util.ElkGraphUtil;

/** Gives every step of a definition its place: in layers from left to right, each step after those that it follows. Thread-safe. */
public final class Layout {
    private static final int HEIGHT = 76;
    private static final int LEAST_WIDTH = 160;
    private static final int CHARACTER = 8;
    private static final double ARROW = 7;

    private final LayoutMetaDataService algorithms = LayoutMetaDataService.getInstance();

    /** Makes ELK know its algorithm, without which it would look for plug-ins of an Eclipse. */
    public Layout() {
        algorithms.registerLayoutMetaDataProviders(new LayeredMetaDataProvider());
    }

    /**
     * Lays out.
     *
     * @param nodes steps, each after those it follows
     * @param after by step, those that it follows; names that are no step's are left out
     */
    public Drawing draw(List<Node> nodes, Map<String, List<String>> after) {
        ElkNode graph = ElkGraphUtil.createGraph();
        graph.setProperty(CoreOptions.ALGORITHM, LayeredOptions.ALGORITHM_ID);
        graph.setProperty(CoreOptions.DIRECTION, Direction.RIGHT);
        graph.setProperty(CoreOptions.EDGE_ROUTING, EdgeRouting.ORTHOGONAL);
        graph.setProperty(CoreOptions.PADDING, new ElkPadding(8));
        graph.setProperty(LayeredOptions.SPACING_NODE_NODE_BETWEEN_LAYERS, 36.0);
        graph.setProperty(LayeredOptions.SPACING_NODE_NODE, 18.0);
        graph.setProperty(CoreOptions.RANDOM_SEED, 1);
        graph.setProperty(
                CoreOptions.CONTENT_ALIGNMENT, EnumSet.noneOf(org.eclipse.elk.core.options.ContentAlignment.class));
        Map<String, ElkNode> places = new LinkedHashMap<>();
        for (Node node : nodes) {
            ElkNode place = ElkGraphUtil.createNode(graph);
            place.setDimensions(width(node), HEIGHT);
            places.put(node.name(), place);
        }
        after.forEach((name, names) -> names.forEach(before -> connect(places.get(before), places.get(name))));
        new RecursiveGraphLayoutEngine().layout(graph, new BasicProgressMonitor());
        return drawing(graph, nodes, places);
    }

    private static void connect(
            @org.jspecify.annotations.Nullable ElkNode from, @org.jspecify.annotations.Nullable ElkNode to) {
        if (from != null && to != null) {
            ElkGraphUtil.createSimpleEdge(from, to);
        }
    }

    private static int width(Node node) {
        int longest = Math.max(node.name().length(), node.kind().length() * 7 / CHARACTER);
        return Math.max(LEAST_WIDTH, longest * CHARACTER + 24);
    }

    private static Drawing drawing(ElkNode graph, List<Node> nodes, Map<String, ElkNode> places) {
        List<Drawing.Box> boxes = new ArrayList<>();
        for (Node node : nodes) {
            ElkNode place = places.get(node.name());
            if (place != null) {
                boxes.add(new Drawing.Box(
                        node, (int) place.getX(), (int) place.getY(), (int) place.getWidth(), (int) place.getHeight()));
            }
        }
        List<Drawing.Line> lines = new ArrayList<>();
        for (ElkEdge edge : graph.getContainedEdges()) {
            edge.getSections().forEach(section -> lines.add(line(section)));
        }
        return new Drawing((int) Math.ceil(graph.getWidth()), (int) Math.ceil(graph.getHeight()), boxes, lines);
    }

    /** Lines come in from the left, so that heads point to the right. */
    private static Drawing.Line line(ElkEdgeSection section) {
        StringBuilder points = new StringBuilder(point(section.getStartX(), section.getStartY()));
        for (ElkBendPoint bend : section.getBendPoints()) {
            points.append(' ').append(point(bend.getX(), bend.getY()));
        }
        double x = section.getEndX();
        double y = section.getEndY();
        points.append(' ').append(point(x - ARROW, y));
        String arrow = point(x, y) + ' ' + point(x - ARROW, y - ARROW / 2) + ' ' + point(x - ARROW, y + ARROW / 2);
        return new Drawing.Line(points.toString(), arrow);
    }

    private static String point(double x, double y) {
        return Math.round(x * 10) / 10.0 + "," + Math.round(y * 10) / 10.0;
    }
}
