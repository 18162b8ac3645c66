package io.querent.examples.payment.bank.http;

import io.querent.examples.payment.bank.books.BooksReport;
import io.querent.examples.payment.bank.books.BooksReport.Booking;
import io.querent.examples.payment.bank.books.BooksReport.Sum;
import io.querent.examples.payment.bank.books.BooksReport.Summary;
import io.querent.examples.payment.bank.books.CallCounts.Calls;
import io.querent.examples.payment.bank.books.OpenBooks;
import io.querent.examples.payment.bank.instruction.InstructionKind;
import io.querent.examples.payment.bank.instruction.KeyFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code GET /books}, {@code /books/summary} and {@code /sends/{key}}: the truth, without lag and without faults, for audits. */
final class BooksEndpoint {
    private static final int OK = 200;
    private static final int USUAL_PAGE = 100;
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    private final OpenBooks books;

    BooksEndpoint(OpenBooks books) {
        this.books = books;
    }

    Answer page(Request request) {
        long after = number(request.parameter("after"), 0);
        long limit = number(request.parameter("limit"), USUAL_PAGE);
        if (after < 0) {
            return Problems.invalidParameter("after", "the id of a booking, or 0");
        }
        if (limit < 1 || limit > BooksReport.LONGEST_PAGE) {
            return Problems.invalidParameter("limit", "1 to " + BooksReport.LONGEST_PAGE);
        }
        List<Booking> page = books.report().page(after, (int) limit);
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("bookings", page.stream().map(BooksEndpoint::booking).toList());
        members.put(
                "next", page.size() < limit ? null : page.get(page.size() - 1).id());
        return Answer.of(OK, members);
    }

    Answer summary() {
        Summary summary = books.report().summary();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("transfers", sums(summary, InstructionKind.TRANSFER));
        members.put("reversals", sums(summary, InstructionKind.REVERSAL));
        members.put("declined", summary.declined());
        members.put("pending", summary.pending());
        members.put("parked", summary.parked());
        members.put("duplicates", summary.duplicates());
        return Answer.of(OK, members);
    }

    Answer calls(String key) {
        if (!KeyFormat.accepts(key)) {
            return Problems.invalidKey();
        }
        Calls calls = books.counts().of(key);
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("key", key);
        members.put("sends", calls.sends());
        members.put("distinctBodies", calls.distinctBodies());
        members.put("lookups", calls.lookups());
        return Answer.of(OK, members);
    }

    /** The parameter's value, or -1 where it is no number, which no parameter here may be. */
    private static long number(@Nullable String parameter, long otherwise) {
        if (parameter == null) {
            return otherwise;
        }
        return NUMBER.matcher(parameter).matches() ? Long.parseLong(parameter) : -1;
    }

    private static Map<String, Object> sums(Summary summary, InstructionKind kind) {
        List<Sum> ofKind =
                summary.sums().stream().filter(sum -> sum.kind() == kind).toList();
        Map<String, Object> amounts = new LinkedHashMap<>();
        ofKind.forEach(sum -> amounts.put(sum.currency(), sum.amount().toPlainString()));
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("count", ofKind.stream().mapToLong(Sum::bookings).sum());
        members.put("sums", amounts);
        return members;
    }

    private static Map<String, Object> booking(Booking booking) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", booking.id());
        members.put("kind", booking.kind());
        members.put("key", booking.key());
        members.put("originalKey", booking.originalKey());
        members.put("amount", booking.money().decimal());
        members.put("currency", booking.money().currency());
        members.put("debtorAccount", booking.debtorAccount());
        members.put("creditorBank", booking.creditorBank());
        members.put("creditorAccount", booking.creditorAccount());
        members.put("reference", booking.reference());
        members.put("bookedAt", booking.bookedAt().toString());
        return members;
    }
}
