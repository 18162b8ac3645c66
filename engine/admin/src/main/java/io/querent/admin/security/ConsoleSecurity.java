package io.querent.admin.security;

import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.LockedException;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.authentication.SimpleUrlAuthenticationFailureHandler;

/** How the console is protected: a session behind a sign-in, a token in every form, a new session id at sign-in, strict headers. */
public final class ConsoleSecurity {
    /** Where people sign in. */
    public static final String SIGN_IN = "/console/sign-in";

    /** The page that says that a form's token is missing or of a session that is over. */
    public static final String REFUSED = "/console/refused";

    private ConsoleSecurity() {}

    /**
     * The chain for {@code /console/**} and an identity provider's redirections.
     *
     * @param signIns where it is audited who has signed in
     * @param providers identity providers; null when none is configured
     */
    public static SecurityFilterChain chain(
            HttpSecurity http,
            LocalSignIn local,
            People people,
            SignInLog signIns,
            @Nullable ClientRegistrationRepository providers)
            throws Exception {
        SignedIn signedIn = new SignedIn(people, signIns);
        http.securityMatcher("/console/**", "/console", "/oauth2/**", "/login/oauth2/**")
                .authorizeHttpRequests(requests -> requests.requestMatchers(SIGN_IN, "/console/assets/**")
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .authenticationProvider(local.provider())
                .formLogin(form -> form.loginPage(SIGN_IN)
                        .loginProcessingUrl(SIGN_IN)
                        .usernameParameter("name")
                        .passwordParameter("password")
                        .successHandler(signedIn)
                        .failureHandler((request, response, refused) -> new SimpleUrlAuthenticationFailureHandler(
                                        SIGN_IN + (refused instanceof LockedException ? "?barred" : "?wrong"))
                                .onAuthenticationFailure(request, response, refused)))
                .logout(logout -> logout.logoutUrl("/console/sign-out")
                        .logoutSuccessUrl(SIGN_IN + "?out")
                        .deleteCookies("JSESSIONID"))
                .sessionManagement(session -> session.sessionFixation(fixation -> fixation.changeSessionId()))
                .exceptionHandling(handling -> handling.authenticationEntryPoint(new SignInEntryPoint())
                        .accessDeniedPage(REFUSED))
                .addFilterBefore(new PersonFilter(people), AuthorizationFilter.class)
                .headers(SecurityHeaders::strict);
        if (providers != null) {
            http.oauth2Login(login -> login.loginPage(SIGN_IN).successHandler(signedIn));
        }
        return http.build();
    }
}
