package io.querent.examples.settlement.command;

import io.querent.runtime.reconciliation.Reconciliation;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What people say of themselves on the command line. What no audit would take is refused while it is read, before anything is started. */
final class GivenText {
    private GivenText() {}

    /** Who. */
    static final class Operator implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            return checked(value, Reconciliation.LONGEST_OPERATOR);
        }
    }

    /** Why. */
    static final class Reason implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            return checked(value, Reconciliation.LONGEST_REASON);
        }
    }

    /** Who runs this, by the system's word. */
    static String user() {
        String name = System.getProperty("user.name", "");
        return name.isBlank() ? "operator" : name;
    }

    private static String checked(String text, int longest) {
        if (text.isBlank() || text.length() > longest) {
            throw new TypeConversionException("expected 1 to " + longest + " characters that say something, found "
                    + (text.isBlank() ? "none" : String.valueOf(text.length())));
        }
        return text;
    }
}
