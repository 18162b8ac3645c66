package io.querent.runtime.archive;

import java.time.YearMonth;

/**
 * What a file holds.
 *
 * @param month the month whose histories it holds
 * @param sagas how many
 * @param events events of all of them
 * @param sha256 of the file, hexadecimal
 */
public record ArchiveSummary(YearMonth month, long sagas, long events, String sha256) {}
