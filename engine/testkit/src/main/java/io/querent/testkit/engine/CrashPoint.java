package io.querent.testkit.engine;

/** Where an engine can be made to die. What it has committed by then stays; nothing it does afterwards reaches the store. */
public enum CrashPoint {
    /** Before the intent to send is committed: nobody knows of the attempt. */
    BEFORE_INTENT,
    /** After the intent is committed and before the call: nothing was sent, and nobody can know that. */
    BEFORE_SEND,
    /** After the downstream was called and before its answer is stored. */
    AFTER_SEND,
    /** After the answer is stored and before anything else. */
    AFTER_ANSWER
}
