package io.querent.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code docs/lifecycles.md} shows what the code does. With {@code -Dquerent.docs.update=true} the pictures in it are drawn anew;
 * the text around them is written by hand.
 */
class LifecyclePageTest {
    private static final String END = "<!-- end of drawing -->\n";
    private static final Path PAGE = page();

    @BeforeAll
    static void drawAnewIfAsked() throws IOException {
        if (Boolean.getBoolean("querent.docs.update")) {
            String drawn = replace(Files.readString(PAGE), "operations", LifecycleDiagrams.operations());
            Files.writeString(PAGE, replace(drawn, "sagas", LifecycleDiagrams.sagas()));
        }
    }

    @Test
    void thePicturesAreWhatTheTablesSay() throws IOException {
        assertThat(Files.readString(PAGE))
                .as("draw it anew with -Dquerent.docs.update=true")
                .contains(begin("operations") + LifecycleDiagrams.operations() + END)
                .contains(begin("sagas") + LifecycleDiagrams.sagas() + END);
    }

    static Stream<Enum<?>> statuses() {
        return Stream.<Enum<?>[]>of(OperationStatus.values(), SagaStatus.values(), ReviewReason.values())
                .flatMap(Stream::of);
    }

    @ParameterizedTest
    @MethodSource("statuses")
    void everyStatusAndReasonIsExplained(Enum<?> status) throws IOException {
        assertThat(Files.readString(PAGE)).contains("\n| `" + status + "` | ");
    }

    private static String replace(String text, String drawing, String with) {
        int from = text.indexOf(begin(drawing)) + begin(drawing).length();
        return text.substring(0, from) + with + text.substring(text.indexOf(END, from));
    }

    private static String begin(String drawing) {
        return "<!-- " + drawing + ", drawn from the code -->\n";
    }

    private static Path page() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            Path page = folder.resolve("docs/lifecycles.md");
            if (Files.exists(page)) {
                return page;
            }
        }
        throw new IllegalStateException("no folder above the working directory holds docs/lifecycles.md");
    }
}
