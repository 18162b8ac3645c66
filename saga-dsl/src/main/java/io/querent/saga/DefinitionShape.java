package io.querent.saga;

import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What of a definition matters to sagas that are under way. Two definitions of one name and version must have the same shape; its
 * fingerprint is stored with each saga.
 *
 * @param steps shapes of the steps, each after those it follows
 */
public record DefinitionShape(List<StepShape> steps) {
    private static final int FINGERPRINT_CHARACTERS = 22;

    public DefinitionShape {
        steps = List.copyOf(steps);
    }

    static DefinitionShape of(List<? extends StepDefinition<?>> steps) {
        return new DefinitionShape(steps.stream().map(StepShape::of).toList());
    }

    /** The shape of the step of that name. */
    public Optional<StepShape> step(String name) {
        return steps.stream().filter(step -> step.name().equals(name)).findFirst();
    }

    /** The text form, one line a step; {@link #parse} reads it. The order of the steps does not matter to the fingerprint. */
    public String text() {
        return steps.stream().map(StepShape::line).sorted().collect(Collectors.joining("\n"));
    }

    /** {@value #FINGERPRINT_CHARACTERS} characters of the SHA-256 of {@link #text()} in URL-safe base 64. */
    public String fingerprint() {
        byte[] digest = Digests.sha256("querent:shape:1:" + text());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(digest).substring(0, FINGERPRINT_CHARACTERS);
    }

    /**
     * Reads a text form.
     *
     * @throws IllegalArgumentException when it is none, or a newer version wrote it
     */
    public static DefinitionShape parse(String text) {
        return new DefinitionShape(text.lines().map(StepShape::parse).toList());
    }
}
