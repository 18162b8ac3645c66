package io.querent.examples.settlement.ledger;

import io.querent.examples.settlement.ledger.message.BookSettlement;
import io.querent.examples.settlement.ledger.message.BookedSettlement;
import io.querent.receiver.web.OperationScope;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Books settlements: what was paid, what is kept, and what the merchant has to their credit because the bank refused it. */
@RestController
class BookingEndpoint {
    private static final String BOOK = """
            UPDATE ledger.settlement SET state = 'BOOKED', fees_minor = :fees, returned_minor = :returned
            WHERE settlement = :settlement AND state = 'FROZEN' AND total_minor = :total
            """;

    private static final String PAYOUT = """
            INSERT INTO ledger.payout (settlement, beneficiary, minor, paid, reference) VALUES (?, ?, ?, ?, ?)
            """;

    private final JdbcClient database;
    private final JdbcTemplate batches;
    private final Postings postings;

    BookingEndpoint(JdbcClient database, JdbcTemplate batches, Postings postings) {
        this.database = database;
        this.batches = batches;
        this.postings = postings;
    }

    @PostMapping("/settlements/{settlement}/booking")
    @ResponseStatus(HttpStatus.CREATED)
    BookedSettlement book(
            @PathVariable("settlement") String settlement,
            @RequestBody BookSettlement request,
            HttpServletRequest http) {
        Paths.require(settlement, request.settlement());
        long paid = request.paidMinor();
        long returned = request.returnedMinor();
        long accounted = Math.addExact(Math.addExact(paid, returned), request.feesMinor());
        if (accounted != request.totalMinor()) {
            throw new LedgerRefusal(
                    "DOES_NOT_ADD_UP",
                    "paid, returned and kept come to " + accounted + ", not to " + request.totalMinor());
        }
        int booked = database.sql(BOOK)
                .param("fees", request.feesMinor())
                .param("returned", returned)
                .param("settlement", settlement)
                .param("total", request.totalMinor())
                .update();
        if (booked != 1) {
            throw new LedgerRefusal("NOT_FROZEN", settlement + " has no frozen window of that total");
        }
        write(settlement, request.paid(), true);
        write(settlement, request.returned(), false);
        postings.post(
                OperationScope.of(http).key(),
                request.merchant(),
                request.currency(),
                Map.of(
                        Postings.OPEN,
                        -request.totalMinor(),
                        Postings.PAID,
                        paid,
                        Postings.FEES,
                        request.feesMinor(),
                        Postings.BALANCE,
                        returned));
        return new BookedSettlement(
                settlement, request.currency(), request.totalMinor(), paid, returned, request.feesMinor());
    }

    private void write(String settlement, List<BookSettlement.Line> lines, boolean paid) {
        int[] rows = batches.batchUpdate(
                PAYOUT,
                lines.stream()
                        .map(line ->
                                new Object[] {settlement, line.beneficiary(), line.minor(), paid, line.reference()})
                        .toList());
        if (Arrays.stream(rows).sum() != lines.size()) {
            throw new IllegalStateException("not every payout of " + settlement + " was written");
        }
    }
}
