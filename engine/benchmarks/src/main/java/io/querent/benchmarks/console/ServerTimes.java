package io.querent.benchmarks.console;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * How long the server takes for requests that ask to be timed: from its first filter until the response is written, security and all. One
 * request at a time. Thread-safe.
 */
final class ServerTimes implements Filter {
    static final String HEADER = "X-Benchmark-Timed";

    private static final int LONGEST_WAIT_SECONDS = 60;

    private final BlockingQueue<Long> nanos = new LinkedBlockingQueue<>();

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        boolean timed = request instanceof HttpServletRequest http && http.getHeader(HEADER) != null;
        long begun = System.nanoTime();
        try {
            chain.doFilter(request, response);
        } finally {
            if (timed) {
                nanos.add(System.nanoTime() - begun);
            }
        }
    }

    /** The time of the request that was answered just now. The client may have its answer before the server is through. */
    long take() throws InterruptedException {
        Long taken = nanos.poll(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
        if (taken == null) {
            throw new IllegalStateException("the server has timed no request");
        }
        return taken;
    }
}
