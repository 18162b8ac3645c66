package io.querent.examples.settlement.iso20022;

import io.querent.examples.payment.xml.RefusedFileException;
import io.querent.examples.payment.xml.XmlElement;
import io.querent.runtime.reconciliation.Direction;
import io.querent.runtime.reconciliation.ReportEntry.Status;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Holds the statements of a file against themselves. A file whose own numbers disagree was cut, changed or made wrong: nothing of it counts.
 */
final class StatementChecks {
    private static final String REMEDY = "have the bank send it again";

    private final StatementFile file;

    StatementChecks(StatementFile file) {
        this.file = file;
    }

    void check() {
        Set<String> ids = new HashSet<>();
        for (Statement statement : file.statements()) {
            if (!ids.add(statement.id())) {
                throw statement.name().refused("ids of statements that differ", statement.id() + " again", REMEDY);
            }
            if (!statement.page()) {
                statement.summaries().forEach(summary -> summary(statement.entries(), summary));
                balances(statement);
            }
        }
    }

    private static void summary(List<StatementEntry> entries, XmlElement summary) {
        total(summary.find("TtlNtries"), entries, entry -> true);
        total(summary.find("TtlCdtNtries"), entries, entry -> entry.direction() == Direction.CREDIT);
        total(summary.find("TtlDbtNtries"), entries, entry -> entry.direction() == Direction.DEBIT);
        BigDecimal net = sum(entries, entry -> true);
        summary.find("TtlNtries").ifPresent(all -> net(all, all.find("TtlNetNtryAmt"), net));
        summary.find("TtlNtries", "TtlNetNtry").ifPresent(each -> net(each, each.find("Amt"), net));
    }

    private static void net(XmlElement total, Optional<XmlElement> amount, BigDecimal net) {
        Optional<Direction> direction = total.find("CdtDbtInd").map(Values::direction);
        amount.ifPresent(told -> equal(
                told,
                StatementEntry.signed(Values.decimal(told), direction.orElse(Direction.CREDIT)),
                direction.isPresent() ? net : net.abs()));
    }

    private static void total(
            Optional<XmlElement> total, List<StatementEntry> entries, Predicate<StatementEntry> which) {
        List<StatementEntry> meant = entries.stream().filter(which).toList();
        total.flatMap(some -> some.find("NbOfNtries"))
                .ifPresent(number ->
                        equal(number, BigDecimal.valueOf(Values.count(number)), BigDecimal.valueOf(meant.size())));
        BigDecimal gross = meant.stream().map(entry -> entry.amount().value()).reduce(BigDecimal.ZERO, BigDecimal::add);
        total.flatMap(some -> some.find("Sum")).ifPresent(sum -> equal(sum, Values.decimal(sum), gross));
    }

    /** Opening balance and booked entries make the closing balance, all in the account's currency. */
    private void balances(Statement statement) {
        Optional<Balance> opening = opening(statement);
        Optional<Balance> closing = only(statement, "CLBD");
        if (opening.isEmpty() || closing.isEmpty()) {
            return;
        }
        Balance end = closing.get();
        String currency = end.amount().currency();
        if (!opening.get().amount().currency().equals(currency)) {
            throw end.element()
                    .refused("balances of one currency", opening.get().amount() + " and " + end.amount(), REMEDY);
        }
        for (StatementEntry entry : statement.entries()) {
            if (!entry.amount().currency().equals(currency)) {
                throw new RefusedFileException(
                        file.name(),
                        entry.place(),
                        "entries in " + currency,
                        entry.amount().toString(),
                        REMEDY);
            }
        }
        BigDecimal expected =
                opening.get().value().add(sum(statement.entries(), entry -> entry.status() == Status.BOOKED));
        if (end.value().compareTo(expected) != 0) {
            throw end.element()
                    .refused(
                            "a closing balance of " + expected.toPlainString() + " " + currency
                                    + ", as balance and entries make",
                            end.amount().toString(),
                            REMEDY);
        }
    }

    /** The statement before closed with what this one opens with. */
    private static Optional<Balance> opening(Statement statement) {
        Optional<Balance> opening = only(statement, "OPBD");
        Optional<Balance> before = only(statement, "PRCD");
        if (opening.isPresent() && before.isPresent()) {
            Balance own = opening.get();
            Balance other = before.get();
            if (!own.amount().currency().equals(other.amount().currency())
                    || own.value().compareTo(other.value()) != 0) {
                XmlElement later = own.element().line() < other.element().line() ? other.element() : own.element();
                throw later.refused("OPBD and PRCD that are the same", own.amount() + " and " + other.amount(), REMEDY);
            }
        }
        return opening.or(() -> before);
    }

    private static Optional<Balance> only(Statement statement, String type) {
        List<Balance> balances = statement.balances().stream()
                .filter(balance -> balance.type().equals(type))
                .toList();
        if (balances.size() > 1) {
            Balance again = balances.get(1);
            throw again.element().refused("one balance " + type, "another one: " + again.amount(), REMEDY);
        }
        return balances.stream().findFirst();
    }

    private static BigDecimal sum(List<StatementEntry> entries, Predicate<StatementEntry> which) {
        return entries.stream().filter(which).map(StatementEntry::signed).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static void equal(XmlElement element, BigDecimal told, BigDecimal made) {
        if (told.compareTo(made) != 0) {
            throw element.refused(made.toPlainString() + ", as the file's own entries make", element.text(), REMEDY);
        }
    }
}
