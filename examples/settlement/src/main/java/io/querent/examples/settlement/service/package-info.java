/** The settlement service: a Spring Boot application with a saga definition, and the desk where settlements are asked for. */
@NullMarked
package io.querent.examples.settlement.service;

import org.jspecify.annotations.NullMarked;
