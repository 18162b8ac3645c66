package io.querent.receiver;

/** What codes of refusals look like: programs go by them, and a column keeps them. */
final class RefusalCode {
    private static final int LONGEST = 64;

    private RefusalCode() {}

    /** The length is checked first, so that a huge value is never walked. */
    static String checked(String code) {
        if (code.isEmpty() || code.length() > LONGEST) {
            throw refused("length=" + code.length());
        }
        for (int i = 0; i < code.length(); i++) {
            char c = code.charAt(i);
            if (c <= ' ' || c > '~') {
                throw refused(String.format("index=%d, found=U+%04X", i, (int) c));
            }
        }
        return code;
    }

    private static ReceiverException refused(String found) {
        return new ReceiverException(
                "QRT-9012",
                "the code of a refusal or a failure is outside its format; " + found + ", expected=1 to " + LONGEST
                        + " visible ASCII characters; name a stable code, and say the rest in the body");
    }
}
