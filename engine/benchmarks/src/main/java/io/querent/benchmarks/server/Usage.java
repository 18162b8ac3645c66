package io.querent.benchmarks.server;

/**
 * What has been used since some beginning; only differences mean something.
 *
 * @param transactions transactions that wrote something
 * @param walBytes bytes of write-ahead log
 * @param serverCpuSeconds CPU time of all server processes; not a number when they cannot be seen from here
 * @param jvmCpuSeconds CPU time of this process, load generator included
 */
public record Usage(long transactions, long walBytes, double serverCpuSeconds, double jvmCpuSeconds) {
    /** What was used since {@code earlier}. */
    public Usage since(Usage earlier) {
        return new Usage(
                transactions - earlier.transactions,
                walBytes - earlier.walBytes,
                serverCpuSeconds - earlier.serverCpuSeconds,
                jvmCpuSeconds - earlier.jvmCpuSeconds);
    }
}
