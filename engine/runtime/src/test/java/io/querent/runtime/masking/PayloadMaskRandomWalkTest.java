package io.querent.runtime.masking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Whatever the payload, nothing of a value is left that no rule shows, and masking again changes nothing. */
class PayloadMaskRandomWalkTest {
    private static final int PAYLOADS = 3_000;
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    @Test
    void nothingOfAValueSurvivesUnlessItIsShown() {
        for (int seed = 0; seed < PAYLOADS; seed++) {
            Walk walk = new Walk(new Random(seed));
            String json = walk.value(0);
            PayloadMask mask =
                    new PayloadMask(new MaskingRules(List.of("shown", "a.*.b"), List.of("end:last2"), List.of()));
            String masked = mask.mask(json);
            assertThat(MAPPER.readTree(masked)).as("seed %d", seed).isNotNull();
            for (String secret : walk.secrets) {
                assertThat(masked).as("seed %d, %s", seed, json).doesNotContain(secret);
            }
            for (String visible : walk.visible) {
                assertThat(masked).as("seed %d, %s", seed, json).contains(visible);
            }
            assertThat(mask.mask(masked)).as("seed %d", seed).isEqualTo(masked);
            // However it is broken off, nothing comes through.
            String broken = mask.mask(json.substring(0, walk.random.nextInt(json.length() + 1)));
            for (String secret : walk.secrets) {
                assertThat(broken).as("seed %d", seed).doesNotContain(secret);
            }
        }
    }

    /** Writes payloads, and notes which values are secret and which are shown. */
    private static final class Walk {
        private static final String[] NAMES = {"a", "b", "shown", "end", "a.b", "", "…", "\\u0000", "\\\"", "é"};

        final Random random;
        final List<String> secrets = new ArrayList<>();
        final List<String> visible = new ArrayList<>();
        private int number = 100_000;
        private int values = 200;

        Walk(Random random) {
            this.random = random;
        }

        String value(int depth) {
            return value(depth, "");
        }

        private String value(int depth, String name) {
            int kind = random.nextInt(depth > 6 || values-- < 0 ? 4 : 8);
            if (kind >= 6) {
                return object(depth);
            } else if (kind >= 4) {
                return array(depth, name);
            }
            if (kind == 3) {
                return random.nextBoolean() ? "null" : "true";
            }
            String token = Integer.toString(number++);
            // "a.*.b" may show some of these: they are neither known to be secret nor to be shown.
            if (!name.equals("b")) {
                (name.equals("shown") ? visible : secrets).add(token);
            }
            return switch (kind) {
                case 0 -> token;
                case 1 -> "-" + token + ".5e3";
                default -> "\"x" + token + "\\n\\ud800é\"";
            };
        }

        private String object(int depth) {
            StringBuilder json = new StringBuilder("{");
            int members = random.nextInt(5);
            for (int i = 0; i < members; i++) {
                String name = NAMES[random.nextInt(NAMES.length)];
                json.append(i == 0 ? "" : ",")
                        .append('"')
                        .append(name)
                        .append("\": ")
                        .append(value(depth + 1, name));
            }
            return json.append('}').toString();
        }

        private String array(int depth, String name) {
            StringBuilder json = new StringBuilder("[");
            int elements = random.nextInt(4);
            for (int i = 0; i < elements; i++) {
                json.append(i == 0 ? "" : " ,").append(value(depth + 1, name));
            }
            return json.append(']').toString();
        }
    }
}
