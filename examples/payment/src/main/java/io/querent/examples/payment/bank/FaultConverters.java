package io.querent.examples.payment.bank;

import io.querent.examples.payment.bank.faults.DelayRange;
import io.querent.examples.payment.bank.faults.LookupFault;
import io.querent.examples.payment.bank.faults.SendFault;
import java.time.Duration;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Command-line spellings of faults and delays. */
final class FaultConverters {
    private static final Pattern DELAY = Pattern.compile("([0-9]{1,12})(?:-([0-9]{1,12}))?");

    private FaultConverters() {}

    static final class OfSends implements ITypeConverter<SendFault> {
        @Override
        public SendFault convert(String label) {
            return labelled(SendFault.values(), label);
        }
    }

    static final class OfLookups implements ITypeConverter<LookupFault> {
        @Override
        public LookupFault convert(String label) {
            return labelled(LookupFault.values(), label);
        }
    }

    static final class OfRates implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            try {
                return Double.valueOf(text);
            } catch (NumberFormatException refused) {
                throw new TypeConversionException("a rate is 0 to 1; found=" + text);
            }
        }
    }

    /** {@code 1500} or {@code 1000-3000}, in milliseconds. */
    static final class OfDelays implements ITypeConverter<DelayRange> {
        @Override
        public DelayRange convert(String text) {
            Matcher delay = DELAY.matcher(text);
            if (!delay.matches()) {
                throw new TypeConversionException("a delay is MS or MS-MS; found=" + text);
            }
            String longest = delay.group(2) == null ? delay.group(1) : delay.group(2);
            try {
                return new DelayRange(millis(delay.group(1)), millis(longest));
            } catch (IllegalArgumentException refused) {
                throw new TypeConversionException(refused.getMessage());
            }
        }

        private static Duration millis(String text) {
            return Duration.ofMillis(Long.parseLong(text));
        }
    }

    /** Both enums are written as their labels. */
    private static <F extends Enum<F>> F labelled(F[] faults, String label) {
        return Arrays.stream(faults)
                .filter(fault -> fault.toString().equals(label))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("no such fault: " + label));
    }
}
