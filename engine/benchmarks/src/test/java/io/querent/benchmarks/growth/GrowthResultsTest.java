package io.querent.benchmarks.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is told of samples: medians, tables, pictures, and the JSON that they can be had from again. */
class GrowthResultsTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(Curve.class)
    void isTheSameAfterItWasWrittenAndRead(Curve curve) {
        GrowthResults results = results(curve);
        Path file = folder.resolve("results.json");

        results.write(file);

        assertThat(GrowthResults.read(file)).isEqualTo(results);
    }

    @ParameterizedTest
    @EnumSource(Curve.class)
    void everyCurveIsDrawn(Curve curve) throws Exception {
        Charts.draw(results(curve), folder.resolve("picture"));

        BufferedImage picture = ImageIO.read(folder.resolve("picture.png").toFile());
        assertThat(picture.getWidth()).isGreaterThan(picture.getHeight());
    }

    @Test
    void tableHasTheMedianOfAllRoundsAndTheRange() {
        String table = Table.of(results(Curve.FINISHED));

        assertThat(table.lines().skip(2).toList())
                .containsExactly(
                        "| 1 | one | 200 | 2.0 | 9.0 | 4.0 | 0.30 | 10.00 | 20.00 | 5,900 | 100 | 100–900 |",
                        "| 1,000 | one | 200 | 2.0 | 9.0 | 4.0 | 0.30 | 10.00 | 20.00 | 5,900 | 100 | 100–900 |");
    }

    @Test
    void figuresAreReplacedInTheirPlaceOfThePage() throws Exception {
        Path page = folder.resolve("page.md");
        Files.writeString(
                page, "a\n<!-- figures one -->\nold\n<!-- end -->\nb\n<!-- figures two -->\nkept\n<!-- end -->\n");

        new Page(page).put("one", "new\n");

        assertThat(Files.readString(page))
                .isEqualTo("a\n<!-- figures one -->\nnew\n<!-- end -->\nb\n<!-- figures two -->\nkept\n<!-- end -->\n");
        assertThatThrownBy(() -> new Page(page).put("three", "")).hasMessageContaining("three");
    }

    @Test
    void whatIsNotKnownIsADash() {
        assertThat(Figure.FULL_PAGES.text(Double.NaN)).isEqualTo("–");
    }

    @Test
    void aStepCostsItsPartOfTheSaga() {
        Sample sample = sample(Curve.STEPS, 10, 1, 100);

        assertThat(sample.stepsPerSecond()).isEqualTo(300);
        assertThat(sample.walBytesPerStep()).isCloseTo(1_966.7, within(0.1));
        assertThat(sample.cpuMillisPerStep()).isEqualTo(10);
    }

    private static GrowthResults results(Curve curve) {
        List<Sample> samples = new ArrayList<>();
        for (double x : new double[] {1_000, 1}) {
            samples.add(sample(curve, x, 1, 900));
            samples.add(sample(curve, x, 2, 100));
            samples.add(sample(curve, x, 3, 200));
        }
        return new GrowthResults(Map.of("cores", "2"), samples);
    }

    /** In one second; all but the throughput is the same a saga. */
    private static Sample sample(Curve curve, double x, int round, long sagas) {
        return new Sample(
                curve,
                "one",
                x,
                round,
                3,
                sagas,
                1,
                2,
                9,
                4 * sagas,
                sagas,
                sagas * 3 / 10,
                sagas * 6_000,
                sagas * 100.0,
                sagas * 0.01,
                sagas * 0.02);
    }
}
