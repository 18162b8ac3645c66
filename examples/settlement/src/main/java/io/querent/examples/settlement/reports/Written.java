package io.querent.examples.settlement.reports;

/**
 * A report that was generated and is to be uploaded.
 *
 * @param sha256 of its text in UTF-8, in hexadecimal
 */
public record Written(String settlement, String sha256) {}
