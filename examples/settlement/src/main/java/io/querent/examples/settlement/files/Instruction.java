package io.querent.examples.settlement.files;

import io.querent.examples.payment.bankclient.TransferRequest;

/**
 * One payout in a payment file.
 *
 * @param endToEndId key of the operation in the form that the bank takes: the same in whatever file it travels
 * @param uetr unique end-to-end transaction reference, derived from the operation's key
 * @param transfer what is to be paid
 * @param attempt number of this sending of it, from 1
 */
record Instruction(String endToEndId, String uetr, TransferRequest transfer, int attempt) {}
