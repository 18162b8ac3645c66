package io.querent.receiver.web;

import io.querent.receiver.GuardUnavailableException;
import io.querent.receiver.OperationGuard;
import io.querent.receiver.OperationRecord;
import io.querent.receiver.ReceiverException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** Tells a caller what became of an operation of theirs. Of others' it says that there is none. Thread-safe. */
@RestController
public final class OperationsController {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final OperationGuard guard;
    private final CallerName callers;

    /** @param callers the same as the filter's, or callers would not find what they did */
    public OperationsController(OperationGuard guard, CallerResolver callers) {
        this.guard = guard;
        this.callers = new CallerName(callers);
    }

    @GetMapping("${querent.receiver.operations-path:/operations}/{key}")
    void operation(@PathVariable("key") String key, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Optional<String> caller = callers.of(request);
        if (caller.isEmpty()) {
            Problems.nobody().write(response);
            return;
        }
        try {
            write(guard.find(caller.get(), key), key, response);
        } catch (GuardUnavailableException away) {
            Problems.away().write(response);
        } catch (ReceiverException malformed) {
            Problems.keyMalformed("length=" + key.length()).write(response);
        }
    }

    private static void write(Optional<OperationRecord> known, String key, HttpServletResponse response)
            throws IOException {
        if (known.isEmpty()) {
            Problems.notFound(key).write(response);
            return;
        }
        response.setContentType("application/json");
        response.setHeader("Cache-Control", "no-store");
        response.getOutputStream().write(JSON.writeValueAsBytes(OperationState.of(known.get())));
    }
}
