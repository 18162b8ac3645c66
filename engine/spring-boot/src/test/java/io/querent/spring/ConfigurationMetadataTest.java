package io.querent.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every property says what it is for: to editors by the generated metadata, to people by the page on settings. */
class ConfigurationMetadataTest {
    private static final String METADATA = "/META-INF/spring-configuration-metadata.json";
    private static final Path PAGE = Path.of("..", "..", "docs", "configuration.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z.-]+)` \\| ([^|]+) \\| ([^|]*)\\| ([^|]+) \\|$");

    /** On the page by the members of a rule. */
    private static final String RULES = "querent.second-person.rules";

    /** Settings of the admin module, which has metadata of its own. */
    private static final String ADMIN = "querent.admin.";

    /** Made from the process, or empty. */
    private static final Set<String> WITHOUT_DEFAULT = Set.of(
            "querent.node-name",
            RULES,
            "querent.embedded.server-settings",
            "querent.retention.keep-keys",
            "querent.masking.show",
            "querent.masking.partly",
            "querent.masking.text-patterns",
            "querent.payload.encryption.current",
            "querent.payload.encryption.keys",
            "querent.payload.keys-by-tenant");

    /** A row of the page. */
    private record Row(String value, String meaning) {}

    private final JsonNode metadata = read();

    @Test
    void everyPropertyHasTypeDescriptionAndDefault() {
        assertThat(properties()).isNotEmpty().allSatisfy((name, property) -> {
            assertThat(text(property, "type")).as("type of %s", name).isNotBlank();
            assertThat(text(property, "description"))
                    .as("description of %s", name)
                    .isNotBlank();
            assertThat(property.has("defaultValue"))
                    .as("default of %s", name)
                    .isEqualTo(!WITHOUT_DEFAULT.contains(name));
        });
    }

    @Test
    void everythingThatIsBoundIsThere() {
        assertThat(properties().keySet()).containsAll(bound("querent", QuerentProperties.class));
    }

    @Test
    void everyPropertyIsOnThePageWithItsDefault() throws IOException {
        Map<String, Row> rows = rows();

        Set<String> named = new TreeSet<>(properties().keySet());
        assertThat(named.remove(RULES)).isTrue();
        assertThat(Files.readString(PAGE)).contains('`' + RULES + "[n].definition`");
        assertThat(rows.keySet()).containsExactlyInAnyOrderElementsOf(named);
        assertThat(rows).allSatisfy((name, row) -> {
            assertThat(row.meaning()).isNotBlank();
            if (!WITHOUT_DEFAULT.contains(name)) {
                assertThat(row.value()).isEqualTo('`' + text(properties().get(name), "defaultValue") + '`');
            }
        });
    }

    @Test
    void everyHintIsForAProperty() {
        List<String> hinted = new ArrayList<>();
        metadata.get("hints").forEach(hint -> hinted.add(text(hint, "name").replaceFirst("\\.keys$", "")));

        assertThat(hinted).isNotEmpty().isSubsetOf(properties().keySet());
    }

    private Map<String, JsonNode> properties() {
        Map<String, JsonNode> properties = new TreeMap<>();
        metadata.get("properties").forEach(each -> properties.put(text(each, "name"), each));
        return properties;
    }

    private static List<String> bound(String prefix, Class<?> type) {
        return Stream.of(type.getRecordComponents())
                .flatMap(component -> bound(prefix, component).stream())
                .toList();
    }

    private static List<String> bound(String prefix, RecordComponent component) {
        String name =
                prefix + '.' + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
        return component.getType().isRecord() ? bound(name, component.getType()) : List.of(name);
    }

    private static Map<String, Row> rows() throws IOException {
        Map<String, Row> rows = new TreeMap<>();
        ROW.matcher(Files.readString(PAGE))
                .results()
                .filter(row -> isOurs(row.group(1)))
                .forEach(row -> {
                    assertThat(rows.put(row.group(1), new Row(row.group(2), row.group(4))))
                            .as("rows of %s", row.group(1))
                            .isNull();
                });
        return rows;
    }

    /** The page also tells of what the admin module and frameworks have. */
    private static boolean isOurs(String name) {
        return name.contains("querent.") && !name.startsWith(ADMIN);
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asString("");
    }

    private static JsonNode read() {
        try (InputStream stream = QuerentProperties.class.getResourceAsStream(METADATA)) {
            assertThat(stream).as("generated metadata").isNotNull();
            return JsonMapper.shared().readTree(stream);
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }
}
