package io.querent.saga;

import java.io.IOException;
import java.io.Reader;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads what a provider's decimal places are, from lines such as {@code ISK=2}. */
final class MinorUnitTable {
    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");
    private static final Pattern PLACES = Pattern.compile("[0-9]{1,2}");

    private MinorUnitTable() {}

    static Map<String, Integer> read(Reader table) throws IOException {
        Map<String, Integer> places = new TreeMap<>();
        Properties lines = new EachOnce();
        lines.load(table);
        for (String currency : lines.stringPropertyNames()) {
            String text = lines.getProperty(currency).trim();
            if (!PLACES.matcher(text).matches()) {
                throw InvalidAmountException.table(currency, text);
            }
            places.put(currency, checked(currency, Integer.parseInt(text)));
        }
        return places;
    }

    static int checked(String currency, int places) {
        if (!CURRENCY.matcher(currency).matches() || places < 0 || places > MinorUnits.MOST_DECIMAL_PLACES) {
            throw InvalidAmountException.table(currency, Integer.toString(places));
        }
        return places;
    }

    /** Of two lines about one currency the last would count, silently. */
    private static final class EachOnce extends Properties {
        private static final long serialVersionUID = 1L;

        @Override
        public synchronized Object put(Object currency, Object places) {
            Object before = super.put(currency, places);
            if (before != null) {
                throw InvalidAmountException.table(String.valueOf(currency), before + " and " + places);
            }
            return places;
        }
    }
}
