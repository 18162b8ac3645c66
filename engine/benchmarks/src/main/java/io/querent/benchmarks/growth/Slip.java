package io.querent.benchmarks.growth;

/** What each call answers, of any size. */
record Slip(String number, String content) {}
