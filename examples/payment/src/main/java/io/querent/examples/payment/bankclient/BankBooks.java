package io.querent.examples.payment.bankclient;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the bank's books, as an auditor does. Thread-safe. */
public final class BankBooks {
    private static final int PAGE = 1_000;
    private static final int OK = 200;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final BankConnection bank;
    private final BankJson json = new BankJson();

    public BankBooks(BankAddress address) {
        this.bank = new BankConnection(address);
    }

    /** Whether nothing is under way at the bank that could still be booked. */
    public boolean areQuiet() throws IOException, InterruptedException {
        JsonNode summary = get("/books/summary");
        return summary.path("pending").asLong() == 0 && summary.path("parked").asLong() == 0;
    }

    /** Shows every booking to {@code reader}, oldest first. */
    public void read(Consumer<BankBooking> reader) throws IOException, InterruptedException {
        List<BankBooking> page;
        long last = 0;
        do {
            page = page(last);
            for (BankBooking booking : page) {
                reader.accept(booking);
                last = booking.id();
            }
        } while (page.size() == PAGE);
    }

    private List<BankBooking> page(long after) throws IOException, InterruptedException {
        List<BankBooking> bookings = new ArrayList<>();
        for (JsonNode booking : get("/books?after=" + after + "&limit=" + PAGE).path("bookings")) {
            if (booking instanceof ObjectNode transfer
                    && transfer.path("originalKey").isNull()) {
                transfer.put("originalKey", "");
            }
            bookings.add(json.read(booking, BankBooking.class)
                    .orElseThrow(() -> new IOException("a booking cannot be read: " + booking)));
        }
        return bookings;
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        BankReply reply = bank.get(path, LIMIT);
        return json.object(reply.body())
                .filter(body -> reply.status() == OK)
                .orElseThrow(() -> new IOException("the books cannot be read: " + reply.evidence()));
    }
}
