package io.querent.examples.settlement.ledger;

import io.querent.examples.settlement.ledger.message.FreezeWindow;
import io.querent.examples.settlement.ledger.message.FrozenWindow;
import io.querent.examples.settlement.ledger.message.ReopenWindow;
import io.querent.examples.settlement.ledger.message.ReopenedWindow;
import io.querent.examples.settlement.payout.Share;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Freezes windows and gives them back. What is sold or known later is in the next window. */
@RestController
class WindowEndpoint {
    private static final String CURRENCY = "SELECT currency FROM ledger.merchant WHERE merchant = :merchant";

    /** A window that was given back is taken over; any other stays with the settlement that has it. */
    private static final String CLAIM = """
            INSERT INTO ledger.settlement AS held (merchant, business_date, settlement, state, total_minor)
            VALUES (:merchant, :date, :settlement, 'FROZEN', 0)
            ON CONFLICT (merchant, business_date) DO UPDATE SET settlement = excluded.settlement, state = 'FROZEN', total_minor = 0
            WHERE held.state = 'REOPENED'
            """;

    private static final String TAKE_SALES = """
            UPDATE ledger.sale SET settlement = :settlement
            WHERE merchant = :merchant AND settlement IS NULL AND sold_at < :before
            """;

    private static final String SHARES = """
            SELECT sale.beneficiary, owner.bank, owner.account, sum(sale.minor)::bigint AS gross_minor
            FROM ledger.sale JOIN ledger.beneficiary AS owner USING (merchant, beneficiary)
            WHERE sale.settlement = :settlement
            GROUP BY sale.beneficiary, owner.bank, owner.account
            ORDER BY sale.beneficiary
            """;

    private static final String TOTAL = """
            UPDATE ledger.settlement SET total_minor = :total WHERE settlement = :settlement AND state = 'FROZEN'
            """;

    private static final String REOPEN = """
            UPDATE ledger.settlement SET state = 'REOPENED', total_minor = 0 WHERE settlement = :settlement AND state = 'FROZEN'
            """;

    private static final String GIVE_BACK = "UPDATE ledger.sale SET settlement = NULL WHERE settlement = :settlement";

    private final JdbcClient database;

    WindowEndpoint(JdbcClient database) {
        this.database = database;
    }

    @PostMapping("/settlements/{settlement}/window")
    @ResponseStatus(HttpStatus.CREATED)
    FrozenWindow freeze(@PathVariable("settlement") String settlement, @RequestBody FreezeWindow request) {
        Paths.require(settlement, request.settlement());
        String currency = database.sql(CURRENCY)
                .param("merchant", request.merchant())
                .query(String.class)
                .optional()
                .orElseThrow(
                        () -> new LedgerRefusal("NO_SUCH_MERCHANT", "nothing was ever sold by " + request.merchant()));
        int claimed = database.sql(CLAIM)
                .param("merchant", request.merchant())
                .param("date", LocalDate.parse(request.window()))
                .param("settlement", settlement)
                .update();
        if (claimed != 1) {
            throw new LedgerRefusal(
                    "WINDOW_TAKEN",
                    "the window " + request.window() + " of " + request.merchant()
                            + " is settled by another version of the rules");
        }
        int sales = database.sql(TAKE_SALES)
                .param("settlement", settlement)
                .param("merchant", request.merchant())
                .param("before", Timestamp.from(request.before()))
                .update();
        List<Share> shares = database.sql(SHARES)
                .param("settlement", settlement)
                .query(Share.class)
                .list();
        long total = shares.stream().mapToLong(Share::grossMinor).reduce(0, Math::addExact);
        requireOne(
                database.sql(TOTAL)
                        .param("total", total)
                        .param("settlement", settlement)
                        .update(),
                settlement);
        return new FrozenWindow(settlement, request.merchant(), request.window(), currency, total, sales, shares);
    }

    @PostMapping("/settlements/{settlement}/reopening")
    @ResponseStatus(HttpStatus.CREATED)
    ReopenedWindow reopen(@PathVariable("settlement") String settlement, @RequestBody ReopenWindow request) {
        Paths.require(settlement, request.settlement());
        if (database.sql(REOPEN).param("settlement", settlement).update() != 1) {
            throw new LedgerRefusal("NOT_FROZEN", settlement + " has no window that could be given back");
        }
        return new ReopenedWindow(
                settlement,
                database.sql(GIVE_BACK).param("settlement", settlement).update());
    }

    private static void requireOne(int rows, String settlement) {
        if (rows != 1) {
            throw new IllegalStateException("the window of " + settlement + " has gone within its own transaction");
        }
    }
}
