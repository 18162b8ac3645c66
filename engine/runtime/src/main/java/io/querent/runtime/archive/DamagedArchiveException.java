package io.querent.runtime.archive;

import io.querent.saga.QuerentException;
import org.jspecify.annotations.Nullable;

/** An archive file is not what was written. */
public final class DamagedArchiveException extends QuerentException {
    private static final long serialVersionUID = 1L;

    /** @param found what does not fit, and where */
    public DamagedArchiveException(String file, String found) {
        this(file, found, null);
    }

    /** @param found what does not fit, and where */
    public DamagedArchiveException(String file, String found, @Nullable Throwable cause) {
        super(
                "QRT-3402",
                "an archive file is damaged; key=" + file + ", expected=every hash and count fits, found=" + found
                        + "; take it from a copy; while its month is still in the database, the next run writes it anew",
                cause);
    }
}
