/** Auto-configuration of the engine for Spring Boot. */
@NullMarked
package io.querent.spring;

import org.jspecify.annotations.NullMarked;
