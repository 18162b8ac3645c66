package io.querent.runtime.codec;

import io.querent.saga.SagaKey;
import java.util.Set;

/** No protection. */
final class NoProtection implements PayloadProtection {
    @Override
    public boolean isOn() {
        return false;
    }

    @Override
    public ProtectedPayload protect(SagaKey saga, String place, String text) {
        throw new IllegalStateException("nothing is protected while protection is off");
    }

    @Override
    public String reveal(SagaKey saga, String place, ProtectedPayload sealed) {
        throw PayloadNotRevealedException.unknownKey(saga, place, sealed.key(), Set.of());
    }
}
