package io.querent.examples.payment.bankclient;

import java.net.ConnectException;
import java.net.URI;

/** Where the bank listens now. */
@FunctionalInterface
public interface BankAddress {
    /**
     * The address.
     *
     * @throws ConnectException when it is known not to run: proof that nothing is sent, for whoever classifies the failure
     */
    URI current() throws ConnectException;
}
