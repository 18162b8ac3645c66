package io.querent.admin.security;

import io.querent.admin.api.http.UnavailableFilter;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.header.HeaderWriterFilter;

/**
 * How the API is protected: every call brings its own credentials, a name and password or an identity provider's token. It knows no session
 * and no cookie, so that no page of another origin can make a browser call it.
 */
public final class ApiSecurity {
    private ApiSecurity() {}

    /**
     * The chain for {@code /api/v1/**}: what else an application has under {@code /api} is its own.
     *
     * @param tokens reads an identity provider's tokens; null when none is configured
     */
    public static SecurityFilterChain chain(
            HttpSecurity http, LocalSignIn local, People people, @Nullable JwtDecoder tokens) throws Exception {
        ProblemEntryPoint refusals = new ProblemEntryPoint();
        http.securityMatcher("/api/v1/**")
                .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                .authenticationProvider(local.provider())
                .csrf(csrf -> csrf.disable())
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .requestCache(cache -> cache.disable())
                .httpBasic(basic -> basic.authenticationEntryPoint(refusals))
                .exceptionHandling(handling -> handling.authenticationEntryPoint(refusals)
                        .accessDeniedHandler((request, response, denied) ->
                                refusals.refuse(response, HttpStatus.FORBIDDEN, "QRT-6061", "this is not allowed")))
                .addFilterAfter(new UnavailableFilter(), HeaderWriterFilter.class)
                .addFilterBefore(new PersonFilter(people), AuthorizationFilter.class)
                .addFilterBefore(new FreshPasswordFilter(people, refusals), AuthorizationFilter.class)
                .headers(SecurityHeaders::strict);
        if (tokens != null) {
            http.oauth2ResourceServer(
                    server -> server.jwt(Customizer.withDefaults()).authenticationEntryPoint(refusals));
        }
        return http.build();
    }
}
