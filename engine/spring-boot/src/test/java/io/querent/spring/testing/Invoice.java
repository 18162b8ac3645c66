package io.querent.spring.testing;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** A business row that is written by JPA, or by whatever else. */
@Entity
public class Invoice {
    /** Makes its table. */
    public static final String TABLE =
            "CREATE TABLE invoice (number text PRIMARY KEY, amount numeric NOT NULL, version integer NOT NULL DEFAULT 0)";

    @Id
    @Nullable
    private String number;

    @Nullable
    private BigDecimal amount;

    @Version
    @Nullable
    private Integer version;

    protected Invoice() {}

    public Invoice(String number, BigDecimal amount) {
        this.number = number;
        this.amount = amount;
    }

    public void raise(BigDecimal by) {
        amount = amount == null ? by : amount.add(by);
    }

    public @Nullable String getNumber() {
        return number;
    }
}
