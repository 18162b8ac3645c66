package io.querent.examples.payment.bank.books;

/** What became of an instruction that reached the books. */
public sealed interface Ruling {
    /** The first under its key: this is what it led to. */
    record First(Entry entry) implements Ruling {}

    /** A repeat: this is what the first led to, as it stands now. */
    record Replay(Entry entry) implements Ruling {}

    /** The key belongs to another instruction. */
    record KeyReused() implements Ruling {}
}
