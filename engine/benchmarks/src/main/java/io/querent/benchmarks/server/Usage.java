package io.querent.benchmarks.server;

/**
 * What a load has used. What cannot be known is not a number.
 *
 * @param transactions transactions that wrote something
 * @param roundTrips of the connections of whoever was measured
 * @param walBytes bytes of write-ahead log
 * @param walFullPageBytes those of them that are whole pages, written when a page changes for the first time after a checkpoint
 * @param heapBytes by which the tables of whoever was measured grew, with what is stored beside them
 * @param indexBytes by which their indexes grew
 * @param serverCpuSeconds CPU time of all server processes
 * @param jvmCpuSeconds CPU time of this process, load generator included
 * @param allocatedBytes allocated by this process, load generator included
 */
public record Usage(
        long transactions,
        long roundTrips,
        long walBytes,
        double walFullPageBytes,
        long heapBytes,
        long indexBytes,
        double serverCpuSeconds,
        double jvmCpuSeconds,
        double allocatedBytes) {}
