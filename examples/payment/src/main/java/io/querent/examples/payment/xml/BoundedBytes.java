package io.querent.examples.payment.xml;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that ends in a refusal when it is longer than allowed, however long it says that it is. Not thread-safe. */
final class BoundedBytes extends FilterInputStream {
    private final String file;
    private final long most;
    private long read;

    BoundedBytes(String file, InputStream bytes, long most) {
        super(bytes);
        this.file = file;
        this.most = most;
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        count(value < 0 ? 0 : 1);
        return value;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int count = super.read(into, offset, length);
        count(count);
        return count;
    }

    private void count(int more) throws TooLongException {
        read += Math.max(0, more);
        if (read > most) {
            throw new TooLongException(file, most);
        }
    }

    /** More came than is read. */
    static final class TooLongException extends IOException {
        private static final long serialVersionUID = 1L;

        private final String file;
        private final long most;

        TooLongException(String file, long most) {
            super("longer than " + most + " bytes");
            this.file = file;
            this.most = most;
        }

        RefusedFileException refusal(Place place) {
            return new RefusedFileException(
                    file, place, "at most " + most + " bytes", "more", "have it sent in several files");
        }
    }
}
