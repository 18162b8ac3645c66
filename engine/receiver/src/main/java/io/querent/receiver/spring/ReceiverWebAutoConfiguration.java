package io.querent.receiver.spring;

import io.querent.receiver.OperationGuard;
import io.querent.receiver.web.CallerResolver;
import io.querent.receiver.web.IdempotencyFilter;
import io.querent.receiver.web.IdempotentEndpoints;
import io.querent.receiver.web.OperationsController;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.DispatcherServlet;

/** The guard over HTTP, in a web application that says which endpoints it is for. */
@AutoConfiguration(after = ReceiverAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(DispatcherServlet.class)
@ConditionalOnBean({OperationGuard.class, IdempotentEndpoints.class})
public final class ReceiverWebAutoConfiguration {
    /** Behind Spring Security, so that who calls is known; before everything that the application adds by default. */
    private static final int BEHIND_SECURITY = 0;

    @Bean
    @ConditionalOnMissingBean
    CallerResolver querentCallers(ReceiverProperties properties) {
        return properties.callers() == ReceiverProperties.Callers.EVERYBODY
                ? CallerResolver.everybody()
                : CallerResolver.principal();
    }

    @Bean
    FilterRegistrationBean<IdempotencyFilter> querentIdempotencyFilter(
            OperationGuard guard, IdempotentEndpoints endpoints, CallerResolver callers) {
        FilterRegistrationBean<IdempotencyFilter> registration =
                new FilterRegistrationBean<>(new IdempotencyFilter(guard, endpoints, callers));
        registration.setOrder(BEHIND_SECURITY);
        return registration;
    }

    @Bean
    OperationsController querentOperations(OperationGuard guard, CallerResolver callers) {
        return new OperationsController(guard, callers);
    }
}
