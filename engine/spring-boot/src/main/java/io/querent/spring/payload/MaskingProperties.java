package io.querent.spring.payload;

import io.querent.runtime.masking.MaskingRules;
import io.querent.saga.QuerentException;
import io.querent.spring.StartUpException;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What people see of payloads. Immutable.
 *
 * @param show values that are shown: a member's name, wherever it stands, or names from the root joined by dots, of which * stands for any
 * @param partly values of which the end is shown, as iban:last4
 * @param textPatterns what else is masked in free text; # stands for a digit, ? for a letter or digit, * at the end for any number of them
 */
@ConfigurationProperties("querent.masking")
public record MaskingProperties(
        @DefaultValue List<String> show,
        @DefaultValue List<String> partly,
        @DefaultValue List<String> textPatterns) {
    /** Copies the lists. */
    public MaskingProperties {
        show = List.copyOf(show);
        partly = List.copyOf(partly);
        textPatterns = List.copyOf(textPatterns);
    }

    /** @throws StartUpException QRT-5100 when a rule is malformed */
    MaskingRules rules() {
        try {
            return new MaskingRules(show, partly, textPatterns);
        } catch (QuerentException malformed) {
            throw StartUpException.property(
                    "querent.masking",
                    String.valueOf(malformed.getMessage()),
                    "paths, ends of paths and patterns as in docs/payloads.md");
        }
    }
}
