package io.querent.benchmarks.growth;

/** What each call asks, about 100 bytes of JSON. */
record Delivery(String number, int step, String address) {
    private static final String ADDRESS = "Example Trading and Shipping Company, DE89370400440532013000";

    static Delivery of(Parcel parcel, int step) {
        return new Delivery(parcel.number(), step, ADDRESS);
    }
}
