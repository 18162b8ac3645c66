/** The payment service: a Spring Boot application with a saga definition and three services for it to call. */
@NullMarked
package io.querent.examples.payment.service;

import org.jspecify.annotations.NullMarked;
