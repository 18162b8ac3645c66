package io.querent.admin.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.saga.DefinitionShape;
import org.junit.jupiter.api.Test;

class StepGraphsTest {
    private static final DefinitionShape SHAPE = DefinitionShape.parse("""
            reserve CALL  to=CALL/bank/64/keys undo=CALL/bank/64/keys
            left CALL reserve to=CALL/bank/64/keys
            right LOCAL_TRANSACTION reserve to=LOCAL_TRANSACTION/here
            join CALL left,right pivot to=CALL/bank/64/keys""");

    private final StepGraphs graphs = new StepGraphs();

    @Test
    void aStepStandsRightOfThoseItFollows() {
        Drawing drawing = graphs.draw(SHAPE, step -> StepGraphs.Face.PLAIN);

        assertThat(x(drawing, "reserve")).isLessThan(x(drawing, "left"));
        assertThat(x(drawing, "left")).isEqualTo(x(drawing, "right"));
        assertThat(x(drawing, "join")).isGreaterThan(x(drawing, "right"));
        assertThat(drawing.lines()).hasSize(4);
    }

    @Test
    void noTwoBoxesOverlapAndAllAreWithinTheDrawing() {
        Drawing drawing = graphs.draw(SHAPE, step -> StepGraphs.Face.PLAIN);

        for (Drawing.Box one : drawing.boxes()) {
            assertThat(one.x() + one.width()).isLessThanOrEqualTo(drawing.width());
            assertThat(one.y() + one.height()).isLessThanOrEqualTo(drawing.height());
            assertThat(drawing.boxes().stream().filter(other -> other != one && overlap(one, other)))
                    .isEmpty();
        }
    }

    @Test
    void theSameShapeIsDrawnAlikeWhateverItsBoxesSay() {
        Drawing plain = graphs.draw(SHAPE, step -> StepGraphs.Face.PLAIN);
        Drawing faced = graphs.draw(SHAPE, step -> new StepGraphs.Face("? Unknown", "", "doubt"));

        assertThat(faced.lines()).isEqualTo(plain.lines());
        assertThat(faced.description()).contains("left: Unknown");
    }

    @Test
    void kindsAreSaidInWords() {
        assertThat(StepGraphs.kind(SHAPE.step("join").orElseThrow())).isEqualTo("call to bank, pivot");
        assertThat(StepGraphs.kind(SHAPE.step("right").orElseThrow())).isEqualTo("local transaction");
    }

    private static boolean overlap(Drawing.Box one, Drawing.Box other) {
        return one.x() < other.x() + other.width()
                && other.x() < one.x() + one.width()
                && one.y() < other.y() + other.height()
                && other.y() < one.y() + one.height();
    }

    private static int x(Drawing drawing, String step) {
        return drawing.boxes().stream()
                .filter(box -> box.node().name().equals(step))
                .findFirst()
                .orElseThrow()
                .x();
    }
}
