package io.querent.receiver.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.receiver.inbox.InboxSettings;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every property says what it is for: to editors by the generated metadata, to people by the receiver's pages. */
class ReceiverMetadataTest {
    private static final String METADATA = "/META-INF/spring-configuration-metadata.json";
    private static final String INBOX = "querent.receiver.inbox.";
    private static final Path GUARD_PAGE = Path.of("..", "..", "docs", "receiver-http.md");
    private static final Path INBOX_PAGE = Path.of("..", "..", "docs", "inbox-and-outbox.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(querent[a-z.-]+)` \\| (?:`([^`]+)` \\|)?.+\\|$");

    /** Names of beans, where there are several. */
    private static final Set<String> WITHOUT_DEFAULT =
            Set.of("querent.receiver.data-source", "querent.receiver.transaction-manager");

    private final Map<String, JsonNode> properties = read();

    @Test
    void everyPropertyHasTypeDescriptionAndDefault() {
        assertThat(properties.keySet())
                .containsExactlyInAnyOrderElementsOf(bound("querent.receiver", ReceiverProperties.class));
        assertThat(properties).allSatisfy((name, property) -> {
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
    void everyPropertyOfTheGuardIsOnItsPage() throws IOException {
        Set<String> guards = properties.keySet().stream()
                .filter(name -> !name.startsWith(INBOX) && !WITHOUT_DEFAULT.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
        String page = Files.readString(GUARD_PAGE);
        assertThat(guards).allSatisfy(name -> assertThat(page).contains("| `" + name + "` |"));
        assertThat(page).contains("| `querent.receiver.data-source`, `.transaction-manager` |");
    }

    @Test
    void everyPropertyOfTheInboxIsOnItsPageWithItsDefault() throws IOException {
        Map<String, String> rows = ROW.matcher(Files.readString(INBOX_PAGE))
                .results()
                .collect(Collectors.toMap(row -> row.group(1), (MatchResult row) -> row.group(2)));
        Map<String, String> defaults = new TreeMap<>();
        properties.forEach((name, property) -> {
            if (name.startsWith(INBOX)) {
                defaults.put(name, text(property, "defaultValue"));
            }
        });
        assertThat(rows).containsExactlyInAnyOrderEntriesOf(defaults);
    }

    @Test
    void withNothingSetTheInboxIsAsItIsWithoutSpring() {
        Binder binder = new Binder(new MapConfigurationPropertySource(Map.of()));
        assertThat(binder.bindOrCreate("querent.receiver", ReceiverProperties.class)
                        .inboxSettings())
                .isEqualTo(InboxSettings.DEFAULT);
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

    private static String text(JsonNode node, String field) {
        return node.path(field).asString("");
    }

    private static Map<String, JsonNode> read() {
        try (InputStream stream = ReceiverProperties.class.getResourceAsStream(METADATA)) {
            assertThat(stream).as("generated metadata").isNotNull();
            Map<String, JsonNode> read = new TreeMap<>();
            JsonMapper.shared().readTree(stream).get("properties").forEach(each -> read.put(text(each, "name"), each));
            return read;
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }
}
