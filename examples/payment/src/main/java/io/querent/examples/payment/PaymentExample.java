package io.querent.examples.payment;

import io.querent.examples.payment.bank.BankMain;
import io.querent.examples.payment.command.RunCommand;
import io.querent.examples.payment.run.Console;
import java.util.Arrays;

/** Where the program starts: {@code run} itself, {@code history KEY}, {@code desk}, or {@code bank}, the other process. */
public final class PaymentExample {
    private static final String BANK = "bank";
    private static final String HISTORY = "history";
    private static final String QUIET_LOG = "io/querent/examples/payment/quiet-logback.xml";

    private PaymentExample() {}

    /** The bank sets up its logging before its first class is loaded, so it is not begun as a sub-command. */
    public static void main(String[] arguments) {
        if (arguments.length > 0 && arguments[0].equals(BANK)) {
            BankMain.main(Arrays.copyOfRange(arguments, 1, arguments.length));
            return;
        }
        if (arguments.length > 0 && (arguments[0].equals(HISTORY) || arguments[0].equals(RunCommand.DESK))) {
            System.setProperty("logback.configurationFile", QUIET_LOG);
        }
        if (arguments.length > 0 && arguments[0].equals(RunCommand.DESK)) {
            System.exit(RunCommand.desk().execute(Arrays.copyOfRange(arguments, 1, arguments.length)));
        }
        System.exit(RunCommand.commandLine(PaymentExample.class, Console.ofProcess())
                .execute(arguments));
    }
}
