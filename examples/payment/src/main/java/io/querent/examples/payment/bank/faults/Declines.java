package io.querent.examples.payment.bank.faults;

import java.util.List;
import java.util.regex.Pattern;

/**
 * How often the bank says a definite no. A decline belongs to the key, not to one send of it: it is stored and replayed like a
 * booking, and it combines with the faults of sends (declined, and the answer lost).
 *
 * @param transferRate share of transfers declined
 * @param reversalRate share of reversals declined
 * @param codes the reasons, drawn evenly; lower-case words joined by hyphens
 */
public record Declines(double transferRate, double reversalRate, List<String> codes) {
    private static final Pattern CODE = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
    private static final int LONGEST_CODE = 64;

    /** @throws IllegalArgumentException when a rate is no share, or {@code codes} is empty or holds what is no code */
    public Declines {
        Rate.checked("declined transfers", transferRate);
        Rate.checked("declined reversals", reversalRate);
        codes = List.copyOf(codes);
        if (codes.isEmpty()) {
            throw new IllegalArgumentException("declines need at least one code");
        }
        for (String code : codes) {
            if (code.length() > LONGEST_CODE || !CODE.matcher(code).matches()) {
                throw new IllegalArgumentException(
                        "a decline code is lower-case words joined by hyphens; found=" + code);
            }
        }
    }

    /** None, and for those switched on later: {@code insufficient-funds} or {@code account-closed}. */
    public static Declines none() {
        return new Declines(0, 0, List.of("insufficient-funds", "account-closed"));
    }

    /** These, for a share {@code rate} of transfers. */
    public Declines transfers(double rate) {
        return new Declines(rate, reversalRate, codes);
    }

    /** These, for a share {@code rate} of reversals. */
    public Declines reversals(double rate) {
        return new Declines(transferRate, rate, codes);
    }

    /** These, always for this reason. */
    public Declines because(String code) {
        return new Declines(transferRate, reversalRate, List.of(code));
    }
}
