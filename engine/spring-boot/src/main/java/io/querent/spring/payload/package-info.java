/** What becomes of payloads: how they are protected in the database, and what people see of them. */
@NullMarked
package io.querent.spring.payload;

import org.jspecify.annotations.NullMarked;
