/** The engine's life in an application: waits for the database, works, drains, and says how it is. */
@NullMarked
package io.querent.spring.engine;

import org.jspecify.annotations.NullMarked;
