package io.querent.admin;

import io.querent.admin.desk.AdminDesk;
import io.querent.admin.desk.RuledSecondPerson;
import io.querent.admin.security.AccountDesk;
import io.querent.admin.security.ApiSecurity;
import io.querent.admin.security.ClaimGrants;
import io.querent.admin.security.ConsoleSecurity;
import io.querent.admin.security.FirstAccount;
import io.querent.admin.security.FirstAccountStart;
import io.querent.admin.security.LocalSignIn;
import io.querent.admin.security.People;
import io.querent.admin.security.PersonArgument;
import io.querent.admin.security.SignInLog;
import io.querent.runtime.EngineSettings;
import io.querent.runtime.action.SecondPerson;
import io.querent.runtime.admin.AdminStorage;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.codec.StatedAmounts;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.work.AmountsAtStake;
import io.querent.runtime.work.Definitions;
import java.time.Clock;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.servlet.CookieSameSiteSupplier;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** The admin desk, its API and its console, in a web application that has Querent's starter. */
@AutoConfiguration(
        afterName = "io.querent.spring.engine.EngineAutoConfiguration",
        beforeName = "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBean(AdminStorage.class)
@EnableConfigurationProperties(AdminProperties.class)
@EnableWebSecurity
public final class AdminAutoConfiguration {
    @Bean
    AdminDesk querentAdminDesk(
            SagaJournal journal, AdminStorage storage, Definitions definitions, SecondPerson secondPerson) {
        return new AdminDesk(
                journal, storage.approvals(), definitions, secondPerson, storage.audit(), Clock.systemUTC());
    }

    @Bean
    @ConditionalOnMissingBean
    SecondPerson querentSecondPerson(EngineSettings settings, Definitions definitions, PayloadCodec payloads) {
        return new RuledSecondPerson(
                settings.secondPerson(), new AmountsAtStake(definitions, new StatedAmounts(payloads)));
    }

    /** Not the application's encoder: what is stored must stay readable whatever the application does with its own passwords. */
    @Bean
    LocalSignIn querentLocalSignIn(AdminStorage storage, SignInLog signIns) {
        return new LocalSignIn(storage.accounts(), passwords(), signIns);
    }

    @Bean
    SignInLog querentSignInLog(AdminStorage storage) {
        return new SignInLog(storage.audit());
    }

    @Bean
    AccountDesk querentAccountDesk(AdminStorage storage) {
        return new AccountDesk(storage.accounts(), passwords());
    }

    @Bean
    FirstAccountStart querentFirstAccount(AdminStorage storage, AdminProperties properties) {
        return new FirstAccountStart(new FirstAccount(storage.accounts(), passwords(), properties.firstAccount()));
    }

    @Bean
    @ConditionalOnMissingBean
    People querentPeople(AdminStorage storage, AdminProperties properties) {
        AdminProperties.Oidc oidc = properties.oidc();
        return new People(storage.accounts(), new ClaimGrants(oidc.nameClaim(), oidc.claim(), oidc.grants()));
    }

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE + 100)
    SecurityFilterChain querentApiSecurity(
            HttpSecurity http, LocalSignIn local, People people, ObjectProvider<JwtDecoder> tokens) throws Exception {
        return ApiSecurity.chain(http, local, people, tokens.getIfAvailable());
    }

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE + 101)
    SecurityFilterChain querentConsoleSecurity(
            HttpSecurity http,
            LocalSignIn local,
            People people,
            SignInLog signIns,
            ObjectProvider<ClientRegistrationRepository> providers)
            throws Exception {
        return ConsoleSecurity.chain(http, local, people, signIns, providers.getIfAvailable());
    }

    /** Lax and not strict: an identity provider sends people back from its own site. An application's own setting wins. */
    @Bean
    CookieSameSiteSupplier querentSessionCookie() {
        return CookieSameSiteSupplier.ofLax().whenHasName("JSESSIONID");
    }

    @Bean
    WebMvcConfigurer querentPersonArgument() {
        return new WebMvcConfigurer() {
            @Override
            public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
                resolvers.add(new PersonArgument());
            }
        };
    }

    private static PasswordEncoder passwords() {
        return PasswordEncoderFactories.createDelegatingPasswordEncoder();
    }
}
