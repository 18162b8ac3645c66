/** The admin desk as a part of a Spring Boot application: its beans and its settings. */
@NullMarked
package io.querent.admin;

import org.jspecify.annotations.NullMarked;
