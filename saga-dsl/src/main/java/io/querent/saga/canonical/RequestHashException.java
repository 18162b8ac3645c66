package io.querent.saga.canonical;

import io.querent.saga.QuerentException;
import java.util.Set;

/**
 * A stored request hash cannot be used: it is no hash ({@code QRT-1016}), or its version is not known to this release
 * ({@code QRT-1017}).
 */
public final class RequestHashException extends QuerentException {
    private static final long serialVersionUID = 1L;

    private RequestHashException(String code, String whatHappened, String expected, String found, String whatToDo) {
        super(code, whatHappened + "; expected=" + expected + ", found=" + found + "; " + whatToDo);
    }

    static RequestHashException malformed(String found) {
        return new RequestHashException(
                "QRT-1016",
                "not a request hash",
                "v<version>:<64 lower-case hexadecimal digits>",
                "'" + Printable.text(found) + "'",
                "pass the text of a RequestHash, unchanged");
    }

    static RequestHashException unknownVersion(int found, Set<Integer> known) {
        return new RequestHashException(
                "QRT-1017",
                "request hash of an unknown version",
                "one of " + known,
                String.valueOf(found),
                "run a release that knows this version; a newer one wrote the hash");
    }
}
