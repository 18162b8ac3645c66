package io.querent.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.web.util.UriUtils;

/** A path below the base URL, with variables in braces. Values are encoded whole: none can add a segment, a parameter or a host. */
final class PathTemplate {
    private static final Pattern VARIABLE = Pattern.compile("\\{([A-Za-z][A-Za-z0-9_]*)}");
    private static final int LONGEST_VALUE = 1_000;

    private final String template;
    private final Set<String> variables = new LinkedHashSet<>();

    /** @throws HttpStepException QRT-7002 */
    PathTemplate(String template) {
        this.template = template;
        VARIABLE.matcher(template)
                .results()
                .map((MatchResult found) -> found.group(1))
                .forEach(variables::add);
        String filled = VARIABLE.matcher(template).replaceAll("x");
        if (!template.startsWith("/") || template.startsWith("//")) {
            throw HttpStepException.path(template, "must begin with one slash");
        }
        try {
            if (URI.create(filled).getRawFragment() != null) {
                throw HttpStepException.path(template, "must have no fragment");
            }
        } catch (IllegalArgumentException unfit) {
            throw HttpStepException.path(
                    template, "is no URI path; encode what is fixed, and name variables {likeThis}");
        }
    }

    Set<String> variables() {
        return variables;
    }

    /**
     * The address.
     *
     * @throws HttpStepException QRT-7006 when a value is missing, too long, or would be read as "this" or "one above"
     */
    URI below(URI base, Function<String, String> values) {
        StringBuilder path = new StringBuilder();
        Matcher variable = VARIABLE.matcher(template);
        while (variable.find()) {
            variable.appendReplacement(path, Matcher.quoteReplacement(encoded(variable.group(1), values)));
        }
        variable.appendTail(path);
        return URI.create(base.toString() + path);
    }

    private static String encoded(String name, Function<String, String> values) {
        String value = values.apply(name);
        if (value.isEmpty() || value.equals(".") || value.equals("..")) {
            throw HttpStepException.variable(name, "is \"" + value + "\", which names no resource");
        }
        if (value.length() > LONGEST_VALUE) {
            throw HttpStepException.variable(
                    name, "has " + value.length() + " characters, at most " + LONGEST_VALUE + " are sent");
        }
        return UriUtils.encode(value, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return template;
    }
}
