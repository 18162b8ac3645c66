package io.querent.examples.settlement.command;

import io.querent.examples.payment.faults.Faults;
import io.querent.examples.settlement.payout.FeeRule;
import io.querent.examples.settlement.saga.SettlementSaga;
import io.querent.examples.settlement.sales.SampleSales;
import io.querent.examples.settlement.schedule.SettlementSchedule;
import io.querent.examples.settlement.service.ServiceAddresses;
import io.querent.examples.settlement.site.Site;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What a run may be told. */
final class RunOptions {
    private static final int MOST_MERCHANTS = 999;
    private static final int MOST_CATCH_UP_DAYS = 366;
    private static final int USUAL_MERCHANTS = 5;
    private static final int USUAL_PAYOUTS_EACH = 200;

    /** PostgreSQL has no year 0, and nobody sold anything here before: an earlier date is a slip of the hand. */
    private static final LocalDate EARLIEST = LocalDate.of(2000, 1, 1);

    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9.-]+:[0-9]{1,5}");

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Option(
            names = "--merchants",
            paramLabel = "N",
            description = "Sample merchants, 1 to 999. Default: 5, or so many that none has more than 200 payouts.")
    private @Nullable Integer merchants;

    @Option(
            names = "--payouts",
            paramLabel = "N",
            description = "Payouts of a date, of all merchants together. Default: ${DEFAULT-VALUE}.")
    int payouts = 100;

    @Option(
            names = "--date",
            paramLabel = "DATE",
            description =
                    "Business date to settle, as 2026-11-29, not before 2000-01-01; it is asked for by hand. Default: every date"
                            + " that is over and was never asked for, at first the latest.")
    @Nullable
    LocalDate date;

    @Option(
            names = "--catch-up-days",
            paramLabel = "N",
            description = "How many business dates back, 1 to 366, those are caught up with that nobody asked for."
                    + " Default: ${DEFAULT-VALUE}.")
    int catchUpDays = 31;

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            description = "Where the business date is declared. Default: ${DEFAULT-VALUE}.")
    private ZoneId zone = ZoneId.of("Europe/Prague");

    @Option(
            names = "--cut-off",
            paramLabel = "TIME",
            description =
                    "When a business date ends there; 00:00 is the midnight at its end. Default: ${DEFAULT-VALUE}.")
    private LocalTime cutOff = LocalTime.of(18, 0);

    @Option(
            names = "--rules",
            paramLabel = "VERSION",
            description = "Version of the fee rule, part of a settlement's key. Default: ${DEFAULT-VALUE}.")
    String rules = "v1";

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            converter = GivenText.Reason.class,
            description = "Why a date is asked for by hand. A date that is settled is not asked for again without one.")
    @Nullable
    String reason;

    @Option(
            names = "--operator",
            paramLabel = "NAME",
            converter = GivenText.Operator.class,
            description = "Who asks. Default: schedule; with --date or --reason the user who runs this.")
    private @Nullable String operator;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Directory of all data and logs; a later run in it goes on where this one ended."
                    + " Default: ${DEFAULT-VALUE}.")
    Path data = Path.of("settlement.data");

    @Option(
            names = "--faults",
            paramLabel = "SPEC",
            description = "What goes wrong at the bank: none, few, heavy, or KIND=RATE,… as of the payment example."
                    + " Default: ${DEFAULT-VALUE}.")
    private String faults = "few";

    @Option(
            names = "--seed",
            paramLabel = "N",
            description =
                    "Decides what is sold, which payouts meet faults, and what is killed when. Default: ${DEFAULT-VALUE}.")
    long seed = 104;

    @Option(
            names = {"--storm", "--kill-randomly"},
            description = "Kill service, ledger, bank and broker at random while they work.")
    boolean storm;

    @Option(names = "--bank-url", paramLabel = "URL", description = "Use a bank that runs already.")
    private @Nullable URI bankUrl;

    @Option(names = "--ledger-url", paramLabel = "URL", description = "Use a ledger that runs already.")
    private @Nullable URI ledgerUrl;

    @Option(names = "--kafka", paramLabel = "HOST:PORT", description = "Use a Kafka broker that runs already.")
    private @Nullable String kafka;

    @Option(
            names = "--console",
            arity = "0..1",
            fallbackValue = "8080",
            paramLabel = "PORT",
            description =
                    "Open the console on this port of 127.0.0.1 (8080 when none is given; 0 for any that is free), and stay"
                            + " there when all is settled, until stopped with Ctrl-C.")
    @Nullable
    Integer consolePort;

    @Option(
            names = "--patience",
            paramLabel = "S",
            description = "Give up when nothing has happened for this many seconds. Default: ${DEFAULT-VALUE}.")
    private long patienceSeconds = 300;

    @Option(names = "--ends-with-input", hidden = true, description = "End when standard input does.")
    boolean endsWithInput;

    /** @throws ParameterException when the faults make no sense, or concern a bank that is not ours */
    Faults faults() {
        String spec = bankUrl != null && faults.equals("few") ? "none" : faults;
        try {
            Faults parsed = Faults.parse(spec, seed);
            if (bankUrl != null && parsed.concernTheBank()) {
                throw new IllegalArgumentException("a bank that runs already has its own faults");
            }
            return parsed;
        } catch (IllegalArgumentException refused) {
            throw wrong("--faults: " + refused.getMessage());
        }
    }

    Site.Elsewhere elsewhere() {
        return new Site.Elsewhere(bankUrl, ledgerUrl, kafka);
    }

    /** Who asks. Only people name dates and reasons. */
    String operator() {
        if (operator != null) {
            return operator;
        }
        return date == null && reason == null ? "schedule" : GivenText.user();
    }

    SettlementSchedule schedule() {
        return new SettlementSchedule(zone, cutOff);
    }

    /** Samples in which every merchant has as many payouts as any other. */
    SampleSales sales() {
        int shops = merchantCount();
        return new SampleSales(seed, shops, each(payouts, shops), schedule());
    }

    Duration patience() {
        return Duration.ofSeconds(patienceSeconds);
    }

    /** The same for a child that uses what runs here. */
    List<String> forChild(ServiceAddresses addresses) {
        List<String> arguments = new ArrayList<>(List.of(
                "--merchants=" + merchantCount(),
                "--payouts=" + payouts,
                "--zone=" + zone,
                "--cut-off=" + cutOff,
                "--rules=" + rules,
                "--operator=" + operator(),
                "--catch-up-days=" + catchUpDays,
                "--data=" + data.toAbsolutePath(),
                "--seed=" + seed,
                "--patience=" + patienceSeconds,
                "--bank-url=" + addresses.bank(),
                "--ledger-url=" + addresses.ledger(),
                "--kafka=" + addresses.kafka(),
                "--ends-with-input"));
        if (date != null) {
            arguments.add("--date=" + date);
        }
        if (reason != null) {
            arguments.add("--reason=" + reason);
        }
        return arguments;
    }

    /** @throws ParameterException when a value is out of its range */
    void check() {
        int shops = merchantCount();
        if (shops < 1 || shops > MOST_MERCHANTS) {
            throw wrong("--merchants must be 1 to " + MOST_MERCHANTS + ", not " + shops);
        }
        if (payouts < 1 || payouts > shops * SettlementSaga.MOST_PAYOUTS) {
            throw wrong("--payouts must be 1 to " + SettlementSaga.MOST_PAYOUTS + " for each merchant, not " + payouts
                    + " for " + shops);
        }
        if (date != null && date.isBefore(EARLIEST)) {
            throw wrong("--date must be " + EARLIEST + " or later, not " + date);
        }
        if (date != null && schedule().end(date).isAfter(Instant.now())) {
            throw wrong(
                    "--date must be over; " + date + " ends at " + schedule().end(date));
        }
        if (FeeRule.of(rules).isEmpty()) {
            throw wrong("--rules must be one of " + FeeRule.versions() + ", not " + rules);
        }
        if (catchUpDays < 1 || catchUpDays > MOST_CATCH_UP_DAYS) {
            throw wrong("--catch-up-days must be 1 to " + MOST_CATCH_UP_DAYS + ", not " + catchUpDays);
        }
        if (kafka != null && !ADDRESS.matcher(kafka).matches()) {
            throw wrong("--kafka must be HOST:PORT, not " + kafka);
        }
        if (consolePort != null && (consolePort < 0 || consolePort > 65_535)) {
            throw wrong("--console must be a port, 0 to 65535, not " + consolePort);
        }
        if (storm && (consolePort != null || !elsewhere().equals(Site.Elsewhere.NOTHING))) {
            throw wrong(
                    "--storm kills processes of its own: leave --console, --bank-url, --ledger-url and --kafka out");
        }
        if (patienceSeconds < 1) {
            throw wrong("--patience must be 1 or more, not " + patienceSeconds);
        }
    }

    private int merchantCount() {
        return merchants == null
                ? Math.max(Math.min(USUAL_MERCHANTS, payouts), each(payouts, USUAL_PAYOUTS_EACH))
                : merchants;
    }

    /** Rounded up. */
    private static int each(int all, int among) {
        return (all + among - 1) / among;
    }

    private ParameterException wrong(String message) {
        if (command == null) {
            throw new IllegalStateException("picocli has not set the command");
        }
        return new ParameterException(command.commandLine(), message);
    }
}
