package io.querent.admin.security;

import io.querent.runtime.admin.AuditLog;
import io.querent.runtime.admin.AuditLog.Deed;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;

/** Writes to the audit who has signed in, and who was refused. Thread-safe. */
public final class SignInLog {
    private static final JsonMapper JSON = new JsonMapper();

    private final AuditLog audit;

    /** @param audit where it is written */
    public SignInLog(AuditLog audit) {
        this.audit = audit;
    }

    void signedIn(String name, String address) {
        write("signed-in", name, "APPLIED", address);
    }

    void refused(String name, String address) {
        write("sign-in-refused", name, "REFUSED", address);
    }

    /** Only letters, digits and what is usual in names: a name that nobody has may be anything. */
    static String printable(String name) {
        return name.replaceAll("[^\\p{L}\\p{N}._@ -]", "?");
    }

    private void write(String action, String name, String outcome, String address) {
        String requestId = action + ":" + UUID.randomUUID();
        String content = JSON.createObjectNode().put("address", address).toString();
        boolean written = audit.write(
                new Deed(requestId, printable(name), action, null, outcome, "", "from " + address, content));
        if (!written) {
            throw new IllegalStateException("a new id was in the audit already: " + requestId);
        }
    }
}
