package io.querent.examples.payment.bank.http;

import io.querent.examples.payment.bank.books.Decline;
import io.querent.examples.payment.bank.books.Entry;
import io.querent.examples.payment.bank.books.Lookups.Found;
import io.querent.examples.payment.bank.books.Ruling;
import java.util.LinkedHashMap;
import java.util.Map;

/** Entries of the books as answers to those who sent and those who ask. */
final class Entries {
    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final int ACCEPTED = 202;

    private Entries() {}

    /** The answer to a send. A repeat is answered like the first, but for the 200 instead of 201 and a header. */
    static Answer toSend(String key, Ruling ruling) {
        if (ruling instanceof Ruling.First first) {
            return toSend(first.entry(), CREATED);
        }
        if (ruling instanceof Ruling.Replay replay) {
            return toSend(replay.entry(), OK).replayed();
        }
        return Problems.keyReused(key);
    }

    private static Answer toSend(Entry entry, int statusIfBooked) {
        Decline decline = entry.decline();
        if (decline != null) {
            return Problems.declined(entry.key(), decline);
        }
        return Answer.of(entry.bookedAt() == null ? ACCEPTED : statusIfBooked, members(entry));
    }

    /** The answer to a lookup: 200 whatever became of the instruction, the status says what. */
    static Answer toLookup(Found found) {
        Map<String, Object> members = members(found.entry());
        members.put("bookings", found.bookings());
        return Answer.of(OK, members);
    }

    private static Map<String, Object> members(Entry entry) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("key", entry.key());
        members.put("status", entry.status().name());
        if (entry.decline() != null) {
            members.put("code", entry.decline().code());
            members.put("message", entry.decline().message());
        }
        members.putAll(entry.instruction().members());
        if (entry.bookedAt() != null) {
            members.put("bookedAt", entry.bookedAt().toString());
        }
        return members;
    }
}
