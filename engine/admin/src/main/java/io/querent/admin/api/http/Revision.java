package io.querent.admin.api.http;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A saga's revision as an entity tag (RFC 9110). Pure. */
public final class Revision {
    private static final Pattern TAG = Pattern.compile("\"([0-9]{1,18})\"");

    private Revision() {}

    /** The tag. */
    public static String tag(long revision) {
        return "\"" + revision + "\"";
    }

    /**
     * The revision that was looked at.
     *
     * @param ifMatch the header; null when it is missing
     * @throws Refusal when it is missing or is no one revision: nobody can have looked at all of them
     */
    public static long seen(@Nullable String ifMatch) {
        if (ifMatch == null || ifMatch.isBlank()) {
            throw Refusal.noRevision();
        }
        Matcher tag = TAG.matcher(ifMatch.strip());
        if (!tag.matches()) {
            throw Refusal.malformed("If-Match", "one ETag of the saga, as \"17\"", ifMatch);
        }
        return Long.parseLong(tag.group(1));
    }

    /** Whether whoever asks has this revision already. */
    public static boolean isKnown(@Nullable String ifNoneMatch, long revision) {
        return ifNoneMatch != null
                && java.util.Arrays.stream(ifNoneMatch.split(",", 20))
                        .map(String::strip)
                        .map(tag -> tag.startsWith("W/") ? tag.substring(2) : tag)
                        .anyMatch(tag -> tag.equals(tag(revision)) || tag.equals("*"));
    }
}
