package io.querent.runtime.masking;

import io.querent.saga.QuerentException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What people see of payloads. Without a rule every value is masked.
 *
 * <p>A path is a member's name, wherever it stands ({@code amount}), or names from the payload's root joined by dots
 * ({@code payer.country}), of which {@code *} stands for any one ({@code *.id}). Arrays take no place in it. A path shows values, not
 * what lies below: the members of an object are shown only by paths of their own. Immutable.
 *
 * @param show paths of values that are shown
 * @param partly paths of which the end is shown, as {@code iban:last4}: last1 to last6
 * @param textPatterns what else is masked in free text: the text itself, where {@code #} stands for a digit, {@code ?} for a letter or
 *     digit, and a {@code *} at the end for any number of letters and digits; {@code CUST-####*}
 */
public record MaskingRules(List<String> show, List<String> partly, List<String> textPatterns) {
    /** Everything is masked. */
    public static final MaskingRules NOTHING_SHOWN = new MaskingRules(List.of(), List.of(), List.of());

    private static final int MOST_PATHS = 500;
    private static final int LONGEST_END = 6;
    private static final String LAST = ":last";

    /** @throws QuerentException QRT-6048 when a path or pattern is malformed */
    public MaskingRules {
        show = List.copyOf(show);
        partly = List.copyOf(partly);
        textPatterns = List.copyOf(textPatterns);
        if (show.size() + partly.size() + textPatterns.size() > MOST_PATHS) {
            throw malformed("rules", "at most " + MOST_PATHS, "more");
        }
        show.forEach(ShownPath::of);
        partly.forEach(MaskingRules::end);
        textPatterns.forEach(TextPattern::of);
    }

    /** A path and how many characters of its values' end are shown. */
    record End(ShownPath path, int characters) {}

    List<ShownPath> shownPaths() {
        return show.stream().map(ShownPath::of).toList();
    }

    List<End> ends() {
        return partly.stream().map(MaskingRules::end).toList();
    }

    List<TextPattern> patterns() {
        return textPatterns.stream().map(TextPattern::of).toList();
    }

    /** The rules in lists separated by commas, as a command line or an environment variable gives them; blanks are left out. */
    public static MaskingRules parse(String list) {
        List<String> show = new ArrayList<>();
        List<String> partly = new ArrayList<>();
        for (String each : list.split(",", -1)) {
            String rule = each.strip();
            if (!rule.isEmpty()) {
                (rule.contains(LAST) ? partly : show).add(rule);
            }
        }
        return new MaskingRules(show, partly, List.of());
    }

    private static End end(String rule) {
        int colon = rule.lastIndexOf(LAST);
        Optional<Integer> characters = colon < 0 ? Optional.empty() : digit(rule.substring(colon + LAST.length()));
        if (characters.isEmpty()) {
            throw malformed("a partly shown path", "path:last1 to path:last" + LONGEST_END, rule);
        }
        return new End(ShownPath.of(rule.substring(0, colon)), characters.get());
    }

    private static Optional<Integer> digit(String text) {
        boolean fits = text.length() == 1 && text.charAt(0) >= '1' && text.charAt(0) <= '0' + LONGEST_END;
        return fits ? Optional.of(text.charAt(0) - '0') : Optional.empty();
    }

    static QuerentException malformed(String what, String expected, String found) {
        return new QuerentException(
                "QRT-6048",
                "a masking rule cannot be used: " + what + "; expected=" + expected + ", found=" + found
                        + "; correct querent.masking, --show or QUERENT_SHOW");
    }
}
