package io.querent.admin.graph;

import java.util.List;

/**
 * A graph with places. Lengths are in pixels.
 *
 * @param boxes steps
 * @param lines what follows what
 */
public record Drawing(int width, int height, List<Box> boxes, List<Line> lines) {
    public Drawing {
        boxes = List.copyOf(boxes);
        lines = List.copyOf(lines);
    }

    /** A step and its place. */
    public record Box(Node node, int x, int y, int width, int height) {}

    /**
     * A line from a step to one that follows it.
     *
     * @param points as {@code x,y x,y …}
     * @param arrow the three corners of its head, likewise
     */
    public record Line(String points, String arrow) {}

    private static String plain(String text) {
        return text.replaceAll("[^\\p{L}\\p{N} ,]", "").strip();
    }

    /** The graph in words, for who does not see it. */
    public String description() {
        StringBuilder words = new StringBuilder();
        for (Box box : boxes) {
            words.append(words.length() == 0 ? "" : "; ").append(box.node().name());
            if (!box.node().state().isEmpty()) {
                words.append(": ").append(plain(box.node().state()));
            }
            words.append(
                    plain(box.node().undo()).isEmpty()
                            ? ""
                            : ", " + plain(box.node().undo()));
        }
        return words.toString();
    }
}
