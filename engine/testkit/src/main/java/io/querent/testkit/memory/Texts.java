package io.querent.testkit.memory;

/** Texts as a database's columns would hold them. */
final class Texts {
    private static final int LONGEST_DETAIL = 2_000;
    private static final int LONGEST_NODE = 200;

    private Texts() {}

    /** What people read of a text: without U+0000, and not too long. */
    static String detail(String text) {
        String clean = text.replace('\0', '\uFFFD');
        return clean.length() <= LONGEST_DETAIL ? clean : clean.substring(0, LONGEST_DETAIL);
    }

    /** Whether a node may be called so. */
    static boolean isNode(String name) {
        return name.length() <= LONGEST_NODE && name.indexOf('\0') < 0;
    }
}
