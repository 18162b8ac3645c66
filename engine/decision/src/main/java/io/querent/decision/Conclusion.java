package io.querent.decision;

/** How an operation ended. */
public sealed interface Conclusion {
    /** It succeeded; {@code json} is its result. */
    record Result(String json) implements Conclusion {}

    /** It was refused, or given up before it took effect. */
    record Refused(String code, String message) implements Conclusion {}
}
