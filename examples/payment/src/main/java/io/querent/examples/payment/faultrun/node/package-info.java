/** One engine node as a process of its own: the engine on its journal and the example's saga, without a container around it. */
@NullMarked
package io.querent.examples.payment.faultrun.node;

import org.jspecify.annotations.NullMarked;
