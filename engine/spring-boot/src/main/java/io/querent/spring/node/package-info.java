/** What this process is among the nodes: its name, its settings, the definitions it can run. */
@NullMarked
package io.querent.spring.node;

import org.jspecify.annotations.NullMarked;
