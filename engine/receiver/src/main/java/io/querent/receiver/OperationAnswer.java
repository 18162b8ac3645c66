package io.querent.receiver;

/** What an operation's work answers. It is stored with the effect, and is what every repeat is told. */
public sealed interface OperationAnswer {
    /** What is replayed. */
    Body body();

    /** It took effect. */
    record Succeeded(Body body) implements OperationAnswer {}

    /**
     * A definite no: whatever the work wrote is rolled back, and this answer alone is stored.
     *
     * @param code stable, 1 to 64 visible ASCII characters
     */
    record Refused(String code, Body body) implements OperationAnswer {
        /** @throws ReceiverException QRT-9012 when the code is outside its format */
        public Refused {
            RefusalCode.checked(code);
        }
    }

    /** It took effect. */
    static OperationAnswer succeeded(Body body) {
        return new Succeeded(body);
    }

    /**
     * A definite no without any effect.
     *
     * @throws ReceiverException QRT-9012 when the code is outside its format
     */
    static OperationAnswer refused(String code, Body body) {
        return new Refused(code, body);
    }
}
