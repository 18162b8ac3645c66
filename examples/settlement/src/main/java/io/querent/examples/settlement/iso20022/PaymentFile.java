package io.querent.examples.settlement.iso20022;

import io.querent.saga.Sha256;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * A customer credit transfer initiation, {@code pain.001.001.09}: payments from one account. Immutable. The same payments on the same day
 * from the same account are the same message, whatever order they came in and whenever it is made, so a bank recognises it.
 *
 * @param debtorName 1 to 140 characters
 * @param debtorAccount 1 to 34 characters
 * @param executeOn when the bank is to carry it out
 * @param createdAt when it was made, told in seconds and not part of the message's identity
 * @param instructions 1 to {@value #MOST_INSTRUCTIONS}, in the order of their end-to-end ids
 * @param sending from 1; the same instructions sent again are another message, or the bank would answer for the first alone
 */
public record PaymentFile(
        String debtorName,
        String debtorAccount,
        LocalDate executeOn,
        Instant createdAt,
        List<PaymentInstruction> instructions,
        int sending) {
    /** Most instructions of a file. */
    public static final int MOST_INSTRUCTIONS = 10_000;

    private static final int ID_BYTES = 15;

    /** @throws IllegalArgumentException when a text is missing or too long, two instructions share an id, or there are none or too many */
    public PaymentFile {
        Texts.check("debtor's name", debtorName, Texts.LONGEST_NAME);
        Texts.check("debtor's account", debtorAccount, Texts.LONGEST_ACCOUNT);
        if (sending < 1) {
            throw new IllegalArgumentException("sending must be at least 1; found=" + sending);
        }
        createdAt = createdAt.truncatedTo(ChronoUnit.SECONDS);
        instructions = instructions.stream()
                .sorted(Comparator.comparing(PaymentInstruction::endToEndId))
                .toList();
        if (instructions.isEmpty() || instructions.size() > MOST_INSTRUCTIONS) {
            throw new IllegalArgumentException(
                    "a file has 1 to " + MOST_INSTRUCTIONS + " instructions; found=" + instructions.size());
        }
        Set<String> ids = new HashSet<>();
        for (PaymentInstruction instruction : instructions) {
            if (!ids.add(instruction.endToEndId()) || !ids.add(instruction.uetr())) {
                throw new IllegalArgumentException(
                        "an instruction is in a file once; found twice=" + instruction.endToEndId());
            }
        }
    }

    /**
     * The message's id: a digest of who pays what to whom, and when. 32 characters, all of them letters: what has many digits in a row
     * is taken for an account's number and masked wherever people are shown it.
     */
    public String messageId() {
        MessageDigest digest = Sha256.begin();
        add(digest, debtorName, debtorAccount, executeOn.toString());
        if (sending > 1) {
            add(digest, Integer.toString(sending));
        }
        for (PaymentInstruction each : instructions) {
            String amount = each.amount().value().stripTrailingZeros().toPlainString();
            add(digest, each.endToEndId(), each.uetr(), amount, each.amount().currency());
            add(digest, each.creditorName(), each.creditorBank(), each.creditorAccount(), each.remittanceInformation());
        }
        return HexFormat.of()
                .formatHex(digest.digest(), 0, ID_BYTES)
                .chars()
                .map(digit -> 'a' + Character.digit(digit, 16))
                .collect(() -> new StringBuilder("PF"), StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** The sum of all amounts, whatever their currencies: a check that nothing was lost, no amount of money. */
    public BigDecimal controlSum() {
        return instructions.stream()
                .map(instruction -> instruction.amount().value())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** The file, UTF-8: the same bytes for the same content. */
    public byte[] toXml() {
        return new PaymentFileXml(this).render().getBytes(StandardCharsets.UTF_8);
    }

    /** Texts have no control characters, so a line break keeps two texts from running into one. */
    private static void add(MessageDigest digest, String... texts) {
        for (String text : texts) {
            digest.update((text + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }
}
