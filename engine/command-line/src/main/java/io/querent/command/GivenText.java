package io.querent.command;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What people say of themselves. What the audit would not take is refused while the command line is read, before a database is opened. */
final class GivenText {
    /** As the audit's columns are. */
    private static final int LONGEST_OPERATOR = 200;

    private static final int LONGEST_REASON = 2_000;

    private GivenText() {}

    /** Who. */
    static final class Operator implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            return checked(value, LONGEST_OPERATOR);
        }
    }

    /** Why. */
    static final class Reason implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            return checked(value, LONGEST_REASON);
        }
    }

    private static String checked(String text, int longest) {
        if (text.isBlank() || text.length() > longest) {
            throw new TypeConversionException("expected 1 to " + longest + " characters that say something, found "
                    + (text.isBlank() ? "none" : String.valueOf(text.length())));
        }
        return text;
    }
}
