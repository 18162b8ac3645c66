package io.querent.runtime.codec;

import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;
import java.util.Collection;
import java.util.TreeSet;

/** A protected payload cannot be read. It stays as it is stored, for a node that has the key. */
public final class PayloadNotRevealedException extends QuerentException {
    private static final long serialVersionUID = 1L;

    private PayloadNotRevealedException(String code, String message) {
        super(code, message);
    }

    /** This process does not have the key. */
    static PayloadNotRevealedException unknownKey(SagaKey saga, String place, String key, Collection<String> known) {
        return new PayloadNotRevealedException(
                "QRT-6040",
                "a payload is protected by a key that is not known here; key=" + saga + ", place=" + place
                        + ", expected=one of " + new TreeSet<>(known) + ", found=" + key
                        + "; add the key to the key ring; without it the payload is lost");
    }

    /** The key is known, and this is not what it protected for that saga and place. */
    static PayloadNotRevealedException notGenuine(SagaKey saga, String place, String key) {
        return new PayloadNotRevealedException(
                "QRT-6041",
                "a protected payload is not what was written there: it was changed, moved there from elsewhere, or the key under that id"
                        + " is another; key=" + saga + ", place=" + place + ", found=" + key
                        + "; compare the row with a backup, and the key with that of other nodes");
    }

    /** It is stored in a form that this version does not know. */
    static PayloadNotRevealedException damaged(SagaKey saga, String place, String why) {
        return new PayloadNotRevealedException(
                "QRT-6042",
                "a protected payload has a form that this version cannot read; key=" + saga + ", place=" + place
                        + ", found=" + why
                        + "; read it on a node with the version that wrote it, or compare the row with a backup");
    }
}
