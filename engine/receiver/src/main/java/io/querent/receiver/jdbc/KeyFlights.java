package io.querent.receiver.jdbc;

import io.querent.receiver.Execution;
import io.querent.receiver.OperationRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Lets one caller of a key go to the database at a time; the others of this process wait in memory and are told what came of it. So a
 * storm of repeats of one key takes one connection, and those of other keys find the rest of the pool free.
 */
final class KeyFlights {
    private final ConcurrentHashMap<OperationId, Flight> flights = new ConcurrentHashMap<>();
    private final Duration longestWait;
    private final Duration retryAfter;

    KeyFlights(Duration longestWait, Duration retryAfter) {
        this.longestWait = longestWait;
        this.retryAfter = retryAfter;
    }

    /** Empty when it failed, which is told to the one who did it alone. */
    private record Flight(OperationRequest request, CompletableFuture<Optional<Execution>> end) {}

    Execution run(OperationRequest request, Callable<Execution> work) throws Exception {
        OperationId id = OperationId.of(request.caller(), request.key());
        long deadline = System.nanoTime() + longestWait.toNanos();
        while (true) {
            Flight own = new Flight(request, new CompletableFuture<>());
            Flight first = flights.putIfAbsent(id, own);
            if (first == null) {
                return lead(id, own, work);
            }
            Optional<Execution> told = follow(first, request, deadline - System.nanoTime());
            if (told.isPresent()) {
                return told.get();
            }
        }
    }

    private Execution lead(OperationId id, Flight own, Callable<Execution> work) throws Exception {
        Optional<Execution> end = Optional.empty();
        try {
            Execution execution = work.call();
            end = Optional.of(execution);
            return execution;
        } finally {
            // Gone before anybody is told, so that whoever has to look again does not meet it again.
            flights.remove(id, own);
            own.end.complete(end);
        }
    }

    /** Empty when the follower has to look for itself. */
    private Optional<Execution> follow(Flight first, OperationRequest request, long nanosLeft)
            throws InterruptedException {
        try {
            return first.end
                    .get(Math.max(0, nanosLeft), TimeUnit.NANOSECONDS)
                    .flatMap(end -> asRepeat(end, first.request, request));
        } catch (TimeoutException stillAtIt) {
            return Optional.of(new Execution.InProgress(retryAfter));
        } catch (ExecutionException never) {
            throw new IllegalStateException(never);
        }
    }

    private static Optional<Execution> asRepeat(Execution end, OperationRequest first, OperationRequest repeat) {
        if (first.hash().version() != repeat.hash().version() || !first.fences().containsAll(repeat.fences())) {
            // It asks for more than the first one did: to be compared otherwise, or to be seen at a resource.
            return Optional.empty();
        }
        boolean same = first.hash().equals(repeat.hash());
        if (end instanceof Execution.Applied applied) {
            return Optional.of(same ? new Execution.Replayed(applied.answer()) : new Execution.Conflict());
        } else if (end instanceof Execution.Replayed || end instanceof Execution.Gone) {
            return Optional.of(same ? end : new Execution.Conflict());
        } else if (end instanceof Execution.Stale) {
            // The fences of this one may be others.
            return Optional.empty();
        }
        return same ? Optional.of(end) : Optional.empty();
    }
}
