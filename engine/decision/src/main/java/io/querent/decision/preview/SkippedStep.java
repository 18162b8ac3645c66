package io.querent.decision.preview;

/**
 * A step that nothing would be done about.
 *
 * @param why the reason, in words
 */
public record SkippedStep(String step, String why) {}
