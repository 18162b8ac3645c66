package io.querent.runtime.codec;

import io.querent.saga.SagaKey;

/**
 * Protects payloads where they are stored. What was stored without protection stays readable, so it can be switched on at any time; the
 * other way round the keys are needed for as long as there is what they protect. Implementations are thread-safe.
 */
public interface PayloadProtection {
    /** Stores everything as it is, and can read nothing that is protected. */
    PayloadProtection NONE = new NoProtection();

    /** Whether anything is protected from now on. */
    boolean isOn();

    /**
     * Protects a text.
     *
     * @param saga whose it is; what is protected for one saga can be revealed for no other
     * @param place where within the saga it stands; what is protected for one place can be revealed for no other
     * @param text any text, which comes back as it is, character for character
     */
    ProtectedPayload protect(SagaKey saga, String place, String text);

    /**
     * The text that was protected.
     *
     * @throws PayloadNotRevealedException when the key is not known, or this is not what was protected for that saga and place
     */
    String reveal(SagaKey saga, String place, ProtectedPayload sealed);
}
