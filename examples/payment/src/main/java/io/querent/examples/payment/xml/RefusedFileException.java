package io.querent.examples.payment.xml;

/** A file cannot be used. It is refused as a whole: nothing of it was applied. */
public final class RefusedFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_QUOTE = 120;

    private final String file;
    private final int line;
    private final int column;
    private final String path;

    /**
     * @param file name of the file
     * @param place where in it
     * @param expected what should stand there
     * @param found what does; shortened where it is long
     * @param remedy what to do
     */
    public RefusedFileException(String file, Place place, String expected, String found, String remedy) {
        super(file + ":" + place.line() + ":" + place.column() + " " + place.path() + " cannot be used; expected="
                + expected + ", found=" + quoted(found) + "; " + remedy + ". Nothing of the file was applied.");
        this.file = file;
        this.line = place.line();
        this.column = place.column();
        this.path = place.path();
    }

    /** Name of the file. */
    public String file() {
        return file;
    }

    /** Number of the line, from 1. */
    public int line() {
        return line;
    }

    /** Number of the character in the line, from 1. */
    public int column() {
        return column;
    }

    /** The elements that lead there: {@code /Document/BkToCstmrStmt/Stmt/Ntry}. */
    public String path() {
        return path;
    }

    /** Text of a stranger's, fit for a message of one line. */
    private static String quoted(String text) {
        String printable = text.replaceAll("[\\p{Cntrl}\\p{Cs}]+", " ").strip();
        return printable.codePointCount(0, printable.length()) <= LONGEST_QUOTE
                ? printable
                : printable.substring(0, printable.offsetByCodePoints(0, LONGEST_QUOTE)) + "…";
    }
}
