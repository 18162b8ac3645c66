/** What the receiver's guard costs as the keys that it remembers pile up, and what a storm of repeats costs others. */
@NullMarked
package io.querent.benchmarks.receiver;

import org.jspecify.annotations.NullMarked;
