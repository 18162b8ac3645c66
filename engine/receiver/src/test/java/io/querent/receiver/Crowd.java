package io.querent.receiver;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

/** Callers that all call at the same moment. */
public final class Crowd {
    private Crowd() {}

    /** What each of so many was told. */
    public static <T> List<T> of(int callers, Callable<T> call) {
        CyclicBarrier together = new CyclicBarrier(callers);
        List<CompletableFuture<T>> answers = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            answers.add(start(() -> {
                together.await();
                return call.call();
            }));
        }
        return answers.stream()
                .map(each -> each.orTimeout(60, TimeUnit.SECONDS).join())
                .toList();
    }

    /** One that calls on a thread of its own. */
    public static <T> CompletableFuture<T> start(Callable<T> call) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                answer.complete(call.call());
            } catch (Exception failure) {
                answer.completeExceptionally(failure);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return answer;
    }
}
