package io.querent.admin.console;

import io.querent.admin.AdminAutoConfiguration;
import io.querent.admin.api.ApiAutoConfiguration;
import io.querent.admin.console.assets.Assets;
import io.querent.admin.console.assets.AssetsController;
import io.querent.admin.console.door.ErrorPages;
import io.querent.admin.console.door.FreshPassword;
import io.querent.admin.console.door.NowhereController;
import io.querent.admin.console.door.PasswordController;
import io.querent.admin.console.door.SignInController;
import io.querent.admin.console.page.Masks;
import io.querent.admin.console.page.Pages;
import io.querent.admin.console.page.Shapes;
import io.querent.admin.desk.AdminDesk;
import io.querent.admin.graph.StepGraphs;
import io.querent.admin.live.LiveUpdates;
import io.querent.admin.live.Streams;
import io.querent.admin.security.AccountDesk;
import io.querent.admin.security.People;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.masking.MaskingRules;
import io.querent.runtime.masking.PayloadMask;
import io.querent.runtime.masking.TextMask;
import java.time.Clock;
import java.time.Duration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** The console's pages. There where the admin desk is. */
@AutoConfiguration(after = {AdminAutoConfiguration.class, ApiAutoConfiguration.class})
@ConditionalOnBean(AdminDesk.class)
@Import(ConsoleRooms.class)
public final class ConsoleAutoConfiguration {
    /** How long after a change an open page is told, at most. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    @Bean
    Assets querentAssets() {
        return new Assets();
    }

    @Bean
    AssetsController querentConsoleAssets(Assets assets) {
        return new AssetsController(assets);
    }

    @Bean
    Pages querentPages(Assets assets) {
        return new Pages(assets.path());
    }

    @Bean
    Shapes querentShapes(SagaJournal journal) {
        return new Shapes(journal, Clock.systemUTC());
    }

    @Bean
    StepGraphs querentStepGraphs() {
        return new StepGraphs();
    }

    @Bean
    Masks querentMasks(ObjectProvider<MaskingRules> configured) {
        MaskingRules rules = configured.getIfAvailable(() -> MaskingRules.NOTHING_SHOWN);
        return new Masks(new PayloadMask(rules), new TextMask(rules));
    }

    @Bean
    LiveUpdates querentLiveUpdates() {
        return new LiveUpdates(BETWEEN_LOOKS, LiveUpdates.MOST);
    }

    @Bean
    Streams querentStreams(LiveUpdates updates) {
        return new Streams(updates);
    }

    @Bean
    SignInController querentConsoleSignIn(Pages pages, ObjectProvider<ClientRegistrationRepository> providers) {
        return new SignInController(pages, providers.getIfAvailable());
    }

    @Bean
    PasswordController querentConsolePassword(Pages pages, AccountDesk accounts, People people) {
        return new PasswordController(pages, accounts, people);
    }

    @Bean
    NowhereController querentConsoleNowhere(Pages pages) {
        return new NowhereController(pages);
    }

    @Bean
    ErrorPages querentErrorPages(Pages pages) {
        return new ErrorPages(pages);
    }

    @Bean
    WebMvcConfigurer querentFreshPassword(People people) {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new FreshPassword(people))
                        .addPathPatterns("/console", "/console/**")
                        .excludePathPatterns("/console/assets/**", "/console/sign-in");
            }
        };
    }
}
