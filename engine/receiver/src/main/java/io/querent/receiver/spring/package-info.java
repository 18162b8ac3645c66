/** The receiver in a Spring Boot application: it is there when the application has a {@code DataSource}. */
@NullMarked
package io.querent.receiver.spring;

import org.jspecify.annotations.NullMarked;
