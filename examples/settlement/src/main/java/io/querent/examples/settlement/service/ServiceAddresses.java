package io.querent.examples.settlement.service;

import java.net.URI;
import java.nio.file.Path;

/**
 * Where the service finds everybody.
 *
 * @param bank where the bank listens
 * @param ledger where the ledger listens
 * @param kafka broker, as {@code host:port}
 * @param reports directory of the report store
 * @param outgoing directory in which payment files are kept
 */
public record ServiceAddresses(URI bank, URI ledger, String kafka, Path reports, Path outgoing) {}
