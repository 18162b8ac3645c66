/** Storage on the application's data source, and transactions that its own code takes part in. */
@NullMarked
package io.querent.spring.journal;

import org.jspecify.annotations.NullMarked;
