package io.querent.benchmarks.growth;

/** The input of a saga, of any size. */
record Parcel(String number, String content) {}
