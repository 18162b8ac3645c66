/**
 * Tells whether two requests ask for the same thing.
 *
 * <p>A repeat with the same business key is a replay only if its parameters are the same ones; otherwise it is a
 * conflict (rule R12). Byte comparison would refuse honest repeats, because libraries reorder members, respace and
 * respell numbers. So requests are reduced to a canonical form and that is hashed. The canonical form is for hashing
 * only: what is stored and sent to a downstream is always the caller's own bytes.
 *
 * <p>Start at {@link io.querent.saga.canonical.RequestHash}.
 */
@NullMarked
package io.querent.saga.canonical;

import org.jspecify.annotations.NullMarked;
