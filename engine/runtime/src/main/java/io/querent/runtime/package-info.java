/** Ports, work loops, calls, outcome classification, leases and caps. */
@NullMarked
package io.querent.runtime;

import org.jspecify.annotations.NullMarked;
