package io.querent.admin.console.action;

import io.querent.runtime.action.Action;
import io.querent.runtime.action.ActionRequest;
import io.querent.saga.Amount;
import io.querent.saga.QuerentException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a form sends; texts as they were typed.
 *
 * @param action the action's label
 * @param operation empty where it is about the saga
 */
public record ActionForm(
        String action,
        String requestId,
        String operation,
        long revision,
        String reason,
        String evidence,
        String code,
        String json,
        String amount,
        String currency,
        String version) {

    private static final int LONGEST = 20_000;

    /** Reads a form's fields; those that are missing are empty. */
    static ActionForm of(Map<String, String> fields) {
        return new ActionForm(
                field(fields, "action"),
                field(fields, "requestId"),
                field(fields, "operation"),
                number(field(fields, "revision")),
                field(fields, "reason"),
                field(fields, "evidence"),
                field(fields, "code"),
                field(fields, "json"),
                field(fields, "amount"),
                field(fields, "currency"),
                field(fields, "version"));
    }

    /** @throws QuerentException QRT-6084 when there is no such action */
    Action wanted() {
        return wanted(action);
    }

    /** @throws QuerentException QRT-6084 when there is no action of that name */
    static Action wanted(String label) {
        return Action.of(label)
                .orElseThrow(() -> new QuerentException(
                        "QRT-6084",
                        "there is no such action; expected=one that the saga's page offers; open it again"));
    }

    /** @throws QuerentException when something is missing or malformed; the message names it */
    ActionRequest request() {
        return new ActionRequest(
                wanted(),
                requestId,
                operation.isEmpty() ? null : operation,
                revision,
                reason.strip(),
                evidence.strip(),
                code.isBlank() ? null : code.strip(),
                json.isBlank() ? null : json.strip(),
                money(),
                version.isBlank() ? null : (int) number(version.strip()));
    }

    private @Nullable Amount money() {
        if (amount.isBlank()) {
            return null;
        }
        try {
            return Amount.of(amount.strip(), currency.strip());
        } catch (IllegalArgumentException malformed) {
            throw new QuerentException(
                    "QRT-6085",
                    "the amount is none; expected=a number as 12.50 and a currency as EUR; put it right, then go on");
        }
    }

    private static String field(Map<String, String> fields, String name) {
        String value = fields.getOrDefault(name, "");
        if (value.length() > LONGEST) {
            throw new QuerentException(
                    "QRT-6086",
                    "a field is too long; field=" + name + ", expected=at most " + LONGEST + " characters, found="
                            + value.length() + "; shorten it");
        }
        return value;
    }

    private static long number(String text) {
        try {
            return text.isEmpty() ? 0 : Long.parseLong(text);
        } catch (NumberFormatException none) {
            throw new QuerentException(
                    "QRT-6087", "a field that holds a number holds something else; open the form again");
        }
    }
}
