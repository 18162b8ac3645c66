/** The Axon shell in the application context: users' event handlers and where their positions are kept. */
@NullMarked
package io.querent.spring.axon;

import org.jspecify.annotations.NullMarked;
