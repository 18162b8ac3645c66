package io.querent.postgres;

import io.querent.runtime.retention.LegalHolds;
import io.querent.runtime.retention.LegalHolds.Hold;
import io.querent.runtime.retention.LegalHolds.Scope;
import io.querent.saga.BusinessKey;
import io.querent.saga.InvalidKeyException;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;
import io.querent.saga.Tenant;
import java.util.Objects;

/** What is wrong with a request about a legal hold. */
final class HoldTexts {
    private HoldTexts() {}

    /** A hold that no saga can be under would be believed in for nothing. */
    static void check(Scope scope) {
        boolean something = scope.tenant() != null || scope.definition() != null;
        boolean whole = scope.businessKey() == null || scope.tenant() != null && scope.definition() != null;
        if (!something || !whole) {
            throw new QuerentException(
                    "QRT-3410",
                    "a legal hold has to say what it is about; key=" + scope
                            + ", expected=a tenant, a definition, or a whole saga's key; say more");
        }
        try {
            SagaKey unused = new SagaKey(
                    new Tenant(Objects.requireNonNullElse(scope.tenant(), "default")),
                    Objects.requireNonNullElse(scope.definition(), "any"),
                    new BusinessKey(Objects.requireNonNullElse(scope.businessKey(), "any")));
        } catch (InvalidKeyException malformed) {
            throw new QuerentException(
                    "QRT-3410",
                    "no saga can be under this legal hold; key=" + scope + ", found=" + malformed.getMessage()
                            + "; correct the key",
                    malformed);
        }
    }

    static void check(String scope, String what, String text, int longest) {
        if (text.isBlank() || text.length() > longest || !Texts.isStorable(text)) {
            throw new QuerentException(
                    "QRT-3410",
                    "a legal hold has to say who and why; key=" + scope + ", expected=" + what + " of 1 to " + longest
                            + " characters without U+0000 and lone surrogates, found=" + text.length()
                            + "; correct it");
        }
    }

    static QuerentException usedForAnother(String requestId, Hold hold) {
        return new QuerentException(
                "QRT-3411",
                "the request id was used for another legal hold; key=" + requestId + ", found=hold " + hold.number()
                        + " on " + hold.scope() + " by " + hold.operator() + "; give this one an id of its own");
    }

    static QuerentException tooMany(Scope scope) {
        return new QuerentException(
                "QRT-3412",
                "too many legal holds are open; key=" + scope + ", expected=fewer than "
                        + LegalHolds.MOST_OPEN
                        + "; hold a definition or a tenant in place of single sagas");
    }

    static QuerentException notOpen(long number, String found) {
        return new QuerentException(
                "QRT-3413",
                "the legal hold is not open; key=" + number + ", expected=an open hold, found=" + found
                        + "; see holds");
    }
}
