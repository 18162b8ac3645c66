package io.querent.admin.console.accounts;

import io.querent.admin.console.page.Moment;
import java.util.List;

/**
 * All local accounts.
 *
 * @param message what came of the last change; empty when there was none
 * @param tone how that looks
 * @param freshName whose password was made; empty when none was
 * @param freshPassword the password, shown this once; empty likewise
 * @param requestId id of what the page's next form asks for
 */
public record AccountsView(
        String message, String tone, String freshName, String freshPassword, String requestId, List<Row> accounts) {
    public AccountsView {
        accounts = List.copyOf(accounts);
    }

    /**
     * An account.
     *
     * @param own whether it is the person's own, which is not disabled from here
     */
    public record Row(String name, String grants, boolean enabled, boolean mustChange, Moment createdAt, boolean own) {}
}
