package io.querent.postgres;

import io.querent.runtime.admin.AuditLog.Deed;
import io.querent.runtime.codec.Particulars;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What everything that people do has in common: texts that can be stored as they are, and an entry in the audit. */
final class People {
    private People() {}

    /** @throws QuerentException QRT-6024 when the text is too short or too long, or cannot be stored as it is */
    static String fit(String key, String what, String text, int shortest, int longest) {
        boolean storable = text.codePoints()
                .noneMatch(c -> c == 0 || c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
        if (text.strip().length() < shortest || text.length() > longest || !storable) {
            throw new QuerentException(
                    "QRT-6024",
                    "what came from a person cannot be used; key=" + Texts.storable(key, 200) + ", part=" + what
                            + ", expected=" + shortest + " to " + longest
                            + " characters without U+0000 and lone surrogates, found=" + text.length()
                            + "; correct it");
        }
        return text;
    }

    /**
     * Writes what was done into the audit, last of all in its transaction.
     *
     * @throws QuerentException QRT-6032 when the id was used for something else: nothing is done without an entry of its own
     */
    static void audit(
            Connection connection,
            String requestId,
            String operator,
            String action,
            @Nullable SagaKey saga,
            String reason,
            Map<String, ?> particulars)
            throws SQLException {
        Deed deed = new Deed(
                fit(requestId, "request id", requestId, 1, 200),
                fit(requestId, "operator", operator, 1, 200),
                action,
                saga,
                "APPLIED",
                reason,
                "",
                Particulars.json(particulars));
        if (!AuditWrites.insert(connection, deed)) {
            throw new QuerentException(
                    "QRT-6032",
                    "the request id was used for something else; key=" + requestId + ", action=" + action
                            + "; give each request an id of its own");
        }
    }
}
