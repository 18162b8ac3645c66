/** A Kafka broker as a process of this program, with its log in a directory that survives it. */
@NullMarked
package io.querent.examples.settlement.broker;

import org.jspecify.annotations.NullMarked;
