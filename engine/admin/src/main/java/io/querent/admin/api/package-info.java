/** The REST API under {@code /api/v1} as a part of a Spring Boot application: its beans, and its description. */
@NullMarked
package io.querent.admin.api;

import org.jspecify.annotations.NullMarked;
