package io.querent.examples.settlement.ledger;

import io.querent.examples.settlement.ledger.message.Taken;
import io.querent.examples.settlement.sales.Beneficiary;
import io.querent.examples.settlement.sales.Sale;
import io.querent.examples.settlement.sales.SalesBatch;
import io.querent.receiver.web.OperationScope;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.Timestamp;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** {@code POST /sales}: takes in what was sold. A sale that is known already stays as it is. */
@RestController
class SalesEndpoint {
    private static final String MERCHANT = """
            INSERT INTO ledger.merchant (merchant, currency) VALUES (:merchant, :currency) ON CONFLICT (merchant) DO NOTHING
            """;

    private static final String CURRENCY = "SELECT currency FROM ledger.merchant WHERE merchant = :merchant";

    private static final String BENEFICIARY = """
            INSERT INTO ledger.beneficiary (merchant, beneficiary, bank, account) VALUES (?, ?, ?, ?)
            ON CONFLICT (merchant, beneficiary) DO NOTHING
            """;

    private static final String SALE = """
            INSERT INTO ledger.sale (sale, merchant, beneficiary, minor, sold_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (sale) DO NOTHING
            """;

    private final JdbcClient database;
    private final JdbcTemplate batches;
    private final Postings postings;

    SalesEndpoint(JdbcClient database, JdbcTemplate batches, Postings postings) {
        this.database = database;
        this.batches = batches;
        this.postings = postings;
    }

    @PostMapping("/sales")
    @ResponseStatus(HttpStatus.CREATED)
    Taken take(@RequestBody SalesBatch batch, HttpServletRequest request) {
        requireCurrency(batch);
        batches.batchUpdate(
                BENEFICIARY,
                batch.beneficiaries().stream().map(one -> row(batch, one)).toList());
        List<Sale> sales = batch.sales();
        int[] written = batches.batchUpdate(
                SALE, sales.stream().map(sale -> row(batch, sale)).toList());
        long added = 0;
        for (int i = 0; i < written.length; i++) {
            added = Math.addExact(added, written[i] == 1 ? sales.get(i).amountMinor() : 0);
        }
        postings.post(
                OperationScope.of(request).key(),
                batch.merchant(),
                batch.currency(),
                Map.of(Postings.ACQUIRER, -added, Postings.OPEN, added));
        int count = Arrays.stream(written).sum();
        return new Taken(count, sales.size() - count);
    }

    /** A merchant keeps the currency it came with. A row that was there already is read by the next statement. */
    private void requireCurrency(SalesBatch batch) {
        int added = database.sql(MERCHANT)
                .param("merchant", batch.merchant())
                .param("currency", batch.currency())
                .update();
        String known = added == 1
                ? batch.currency()
                : database.sql(CURRENCY)
                        .param("merchant", batch.merchant())
                        .query(String.class)
                        .single();
        if (!known.equals(batch.currency())) {
            throw new LedgerRefusal(
                    "OTHER_CURRENCY",
                    "merchant " + batch.merchant() + " sells in " + known + ", not in " + batch.currency());
        }
    }

    private static Object[] row(SalesBatch batch, Beneficiary one) {
        return new Object[] {batch.merchant(), one.id(), one.bank(), one.account()};
    }

    private static Object[] row(SalesBatch batch, Sale sale) {
        return new Object[] {
            sale.id(), batch.merchant(), sale.beneficiary(), sale.amountMinor(), Timestamp.from(sale.soldAt())
        };
    }
}
