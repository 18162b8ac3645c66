package io.querent.admin;

import io.querent.runtime.admin.AdminStorage;
import jakarta.servlet.DispatcherType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/**
 * Denies what is neither API nor console, unless the application says by a chain of its own who may do what there. Spring Boot's own default
 * steps back as soon as there is any chain, so without this one everything else would be open. It comes before the chains of the desk, so
 * that only the application's are seen.
 */
@AutoConfiguration(
        before = AdminAutoConfiguration.class,
        afterName = "io.querent.spring.engine.EngineAutoConfiguration",
        beforeName = "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBean(AdminStorage.class)
@ConditionalOnMissingBean(SecurityFilterChain.class)
public final class OtherPathsAutoConfiguration {
    /** Errors that the server itself tells keep their status. */
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    SecurityFilterChain querentOtherPaths(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(DispatcherType.ERROR)
                        .permitAll()
                        .anyRequest()
                        .denyAll())
                .build();
    }
}
