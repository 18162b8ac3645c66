package io.querent.admin.console.sagas;

import io.querent.admin.console.page.Links;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaStatus;
import io.querent.runtime.journal.SagaSearch;
import io.querent.saga.OperationKey;
import io.querent.saga.QuerentException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A search as it stands in a URL. Values are kept as they were typed.
 *
 * @param values by the names of {@link #NAMES}; what is empty is left out
 */
public record Query(Map<String, String> values) {
    /** All that can be asked for. */
    public static final List<String> NAMES = List.of(
            "key",
            "exact",
            "operation",
            "definition",
            "tenant",
            "status",
            "step",
            "step-status",
            "error",
            "stuck",
            "attribute",
            "value",
            "from",
            "before");

    private static final int LONGEST = 300;
    private static final Pattern LENGTH = Pattern.compile("([0-9]{1,6}) ?(s|min|h|d)");

    public Query {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** Takes the search out of a request's parameters. */
    public static Query of(Map<String, String> parameters) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String name : NAMES) {
            String value = parameters.getOrDefault(name, "").strip();
            if (value.length() > LONGEST) {
                throw malformed(name, "at most " + LONGEST + " characters");
            } else if (!value.isEmpty()) {
                values.put(name, value);
            }
        }
        return new Query(values);
    }

    /** A value; empty where nothing is asked. */
    public String get(String name) {
        return values.getOrDefault(name, "");
    }

    /** Whether something is asked that stands under "more filters". */
    public boolean isDetailed() {
        return values.keySet().stream()
                .anyMatch(name -> !List.of("key", "definition", "status").contains(name));
    }

    /** This search with another value. */
    public Query with(String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>(values);
        changed.put(name, value);
        return new Query(changed);
    }

    /** The query part of its URL. */
    public String text() {
        return values.entrySet().stream()
                .map(each -> each.getKey() + "=" + Links.encoded(each.getValue()))
                .collect(Collectors.joining("&"));
    }

    /**
     * What it asks the journal for.
     *
     * @throws QuerentException QRT-6088 when a value is none of its kind; the message names it
     */
    public SagaSearch.Filter filter() {
        boolean exact = values.containsKey("exact");
        String key = values.get("key");
        return new SagaSearch.Filter(
                values.get("tenant"),
                values.get("definition"),
                exact ? null : key,
                read("status", "a status", text -> SagaStatus.valueOf(text.toUpperCase(Locale.ROOT))),
                attribute(),
                read("from", "a time as 2026-11-30T14:00", Query::time),
                read("before", "a time as 2026-11-30T14:00", Query::time),
                read("operation", "an operation's key", Query::operation),
                exact ? key : null,
                trouble());
    }

    private SagaSearch.@Nullable Attribute attribute() {
        String name = values.get("attribute");
        String value = values.get("value");
        if (name == null && value == null) {
            return null;
        } else if (name == null || value == null) {
            throw malformed(name == null ? "attribute" : "value", "an attribute's name and its value");
        }
        return new SagaSearch.Attribute(name, value);
    }

    private SagaSearch.@Nullable Trouble trouble() {
        String step = values.get("step");
        OperationStatus status = read(
                "step-status",
                "a status of an operation",
                text -> OperationStatus.valueOf(text.toUpperCase(Locale.ROOT)));
        String error = values.get("error");
        Duration longer = read("stuck", "a length as 30 min, 2 h or 1 d", Query::length);
        return step == null && status == null && error == null && longer == null
                ? null
                : new SagaSearch.Trouble(step, status, error, longer);
    }

    private <T> @Nullable T read(String name, String expected, Function<String, T> reader) {
        String text = values.get(name);
        if (text == null) {
            return null;
        }
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException | DateTimeException | QuerentException none) {
            throw malformed(name, expected);
        }
    }

    /** A key that names no saga is none that could be found. */
    private static OperationKey operation(String text) {
        OperationKey key = new OperationKey(text);
        key.saga();
        return key;
    }

    private static Instant time(String text) {
        if (text.endsWith("Z")) {
            return Instant.parse(text);
        }
        return (text.length() == 10 ? LocalDate.parse(text).atStartOfDay() : LocalDateTime.parse(text))
                .toInstant(ZoneOffset.UTC);
    }

    private static Duration length(String text) {
        Matcher matcher = LENGTH.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("no length");
        }
        long count = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "s" -> Duration.ofSeconds(count);
            case "min" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }

    private static QuerentException malformed(String name, String expected) {
        return new QuerentException(
                "QRT-6088",
                "the search holds a value that is none; field=" + name + ", expected=" + expected
                        + "; put it right, then search again");
    }
}
