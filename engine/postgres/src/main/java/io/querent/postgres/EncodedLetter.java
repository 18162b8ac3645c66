package io.querent.postgres;

import io.querent.runtime.journal.Letter;

/**
 * A letter as it will be written.
 *
 * @param content what it says, as it is stored
 */
record EncodedLetter(Letter letter, String content) {}
