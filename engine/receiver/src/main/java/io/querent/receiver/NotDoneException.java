package io.querent.receiver;

import org.jspecify.annotations.Nullable;

/** Thrown by {@link LongWork} to say what is certain: that nothing took effect. */
public final class NotDoneException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String errorClass;
    private final transient @Nullable Body refusal;

    private NotDoneException(String errorClass, String message, @Nullable Body refusal, @Nullable Throwable cause) {
        super(message, cause);
        this.errorClass = RefusalCode.checked(errorClass);
        this.refusal = refusal;
    }

    /**
     * It was not done for now, such as for a connection that was refused. It is tried again when it is next asked for, after a pause.
     *
     * @param errorClass stable, 1 to 64 visible ASCII characters
     * @throws ReceiverException QRT-9012 when it is not
     */
    public static NotDoneException forNow(String errorClass, @Nullable Throwable cause) {
        return new NotDoneException(
                errorClass, String.valueOf(cause == null ? errorClass : cause.getMessage()), null, cause);
    }

    /**
     * It is refused for good.
     *
     * @param errorClass stable, 1 to 64 visible ASCII characters
     * @param refusal what this call and every repeat is told
     * @throws ReceiverException QRT-9012 when the class is outside its format
     */
    public static NotDoneException forGood(String errorClass, Body refusal) {
        return new NotDoneException(errorClass, errorClass, refusal, null);
    }

    /** What went wrong, by a stable name. */
    public String errorClass() {
        return errorClass;
    }

    /** What to answer for good; null when another try may mend it. */
    public @Nullable Body refusal() {
        return refusal;
    }
}
