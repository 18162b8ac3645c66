/** Which PostgreSQL the engine uses: the application's, or one that is started beside it. */
@NullMarked
package io.querent.spring.database;

import org.jspecify.annotations.NullMarked;
