package io.querent.admin.api.http;

import org.jspecify.annotations.Nullable;

/** Ids that requests bring: the same id again is the same request. Pure. */
public final class RequestIds {
    /** The header that brings it. */
    public static final String HEADER = "Idempotency-Key";

    private static final int LONGEST = 200;

    private RequestIds() {}

    /** @throws Refusal when it is missing, too long, or holds anything but printable ASCII without slashes: it stands in paths */
    public static String check(@Nullable String id) {
        if (id == null
                || id.isBlank()
                || id.length() > LONGEST
                || id.chars().anyMatch(each -> each < ' ' || each > '~' || each == '/' || each == '\\')) {
            throw Refusal.requestId(HEADER, id);
        }
        return id.strip();
    }
}
