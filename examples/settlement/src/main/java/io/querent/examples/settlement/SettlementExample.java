package io.querent.examples.settlement;

import io.querent.examples.payment.bank.BankMain;
import io.querent.examples.payment.run.Console;
import io.querent.examples.settlement.broker.BrokerMain;
import io.querent.examples.settlement.command.RunCommand;
import io.querent.examples.settlement.ledger.LedgerMain;
import java.util.Arrays;
import java.util.Set;

/**
 * Where the program starts: {@code run} itself, its sub-commands {@code day}, {@code settle}, {@code reconcile}, {@code history} and
 * {@code desk}, or one of the other processes: {@code bank}, {@code ledger}, {@code broker}.
 */
public final class SettlementExample {
    private static final Set<String> QUIET = Set.of("history", RunCommand.DESK);
    private static final String QUIET_LOG = "io/querent/examples/payment/quiet-logback.xml";

    private SettlementExample() {}

    /** The other processes set up their logging before their first class is loaded, so they are not begun as sub-commands. */
    public static void main(String[] arguments) {
        String first = arguments.length > 0 ? arguments[0] : "";
        String[] rest = arguments.length > 0 ? Arrays.copyOfRange(arguments, 1, arguments.length) : arguments;
        if (QUIET.contains(first)) {
            System.setProperty("logback.configurationFile", QUIET_LOG);
        }
        switch (first) {
            case "bank" -> BankMain.main(rest);
            case "ledger" -> LedgerMain.main(rest);
            case "broker" -> BrokerMain.main(rest);
            case RunCommand.DESK -> System.exit(RunCommand.desk().execute(rest));
            default ->
                System.exit(RunCommand.commandLine(SettlementExample.class, Console.ofProcess())
                        .execute(arguments));
        }
    }
}
