/** What a fault run came to: everybody's books against the sagas, and the figures of the run. */
@NullMarked
package io.querent.examples.payment.faultrun.verdict;

import org.jspecify.annotations.NullMarked;
