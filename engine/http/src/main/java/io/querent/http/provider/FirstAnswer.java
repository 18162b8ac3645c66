package io.querent.http.provider;

/** What a provider says becomes of a request whose key it has seen. */
public enum FirstAnswer {
    /** It gives the first answer again, failures of its own included. */
    REPLAYED_WHATEVER_IT_WAS(true),

    /** It gives the first result, or the present state of it, and does not say what of failures. */
    REPLAYED(true),

    /** It refuses the request as a duplicate. */
    REFUSED_AS_DUPLICATE(true),

    /** It gives the first answer again if that was a success; after any other it runs the request anew, so a 500 that hid a success is run twice. */
    REPLAYED_IF_SUCCESS(false),

    /** Not stated. */
    NOT_STATED(false);

    private final boolean protects;

    FirstAnswer(boolean protects) {
        this.protects = protects;
    }

    /** Whether a repeat has no second effect, whatever the first answer was. */
    public boolean protects() {
        return protects;
    }
}
