package io.querent.examples.payment.bank.books;

/** How far an instruction has come. BOOKED and DECLINED are final. */
public enum EntryStatus {
    PENDING,
    BOOKED,
    DECLINED
}
