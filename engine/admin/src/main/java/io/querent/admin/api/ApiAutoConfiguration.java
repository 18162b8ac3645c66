package io.querent.admin.api;

import io.querent.admin.AdminAutoConfiguration;
import io.querent.admin.AdminProperties;
import io.querent.admin.api.action.ActionController;
import io.querent.admin.api.action.ApprovalController;
import io.querent.admin.api.action.PreviewController;
import io.querent.admin.api.http.ApiJson;
import io.querent.admin.api.http.ApiRejections;
import io.querent.admin.api.http.ProblemResolver;
import io.querent.admin.api.saga.Masked;
import io.querent.admin.api.saga.SagaController;
import io.querent.admin.api.saga.SearchController;
import io.querent.admin.api.start.StartController;
import io.querent.admin.api.work.AuditController;
import io.querent.admin.api.work.BulkController;
import io.querent.admin.api.work.DefinitionController;
import io.querent.admin.api.work.OverviewController;
import io.querent.admin.api.work.ReviewController;
import io.querent.admin.desk.AdminDesk;
import io.querent.admin.desk.BulkDesk;
import io.querent.admin.desk.PreviewDesk;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.admin.AdminStorage;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.masking.MaskingRules;
import io.querent.runtime.work.Definitions;
import io.querent.runtime.work.Foresight;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import java.time.Clock;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.PropertySource;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** The controllers of the API. */
@AutoConfiguration(after = AdminAutoConfiguration.class)
@ConditionalOnBean(AdminDesk.class)
@PropertySource("classpath:io/querent/admin/api/openapi.properties")
public final class ApiAutoConfiguration {
    @Bean
    ProblemResolver querentApiProblems() {
        return new ProblemResolver();
    }

    @Bean
    RequestRejectedHandler querentApiRejections() {
        return new ApiRejections();
    }

    @Bean
    WebMvcConfigurer querentApiJson() {
        return new WebMvcConfigurer() {
            @Override
            public void configureMessageConverters(HttpMessageConverters.ServerBuilder converters) {
                converters.addCustomConverter(new ApiJson());
            }
        };
    }

    @Bean
    ApiDescription querentApiDescription() {
        return new ApiDescription();
    }

    @Bean
    @ConditionalOnMissingBean
    OpenAPI querentApiTitle() {
        return new OpenAPI()
                .info(new Info()
                        .title("Querent")
                        .version("v1")
                        .description(
                                "Start sagas, find them, read what happened to them, and act on them. Every refusal is a problem"
                                        + " of RFC 9457 with a stable code."));
    }

    @Bean
    Masked querentApiMask(ObjectProvider<MaskingRules> rules) {
        return new Masked(rules.getIfAvailable(() -> MaskingRules.NOTHING_SHOWN));
    }

    @Bean
    BulkDesk querentBulkDesk(AdminStorage storage, SagaJournal journal, Definitions definitions) {
        return new BulkDesk(storage.bulkJobs(), journal, definitions, Clock.systemUTC());
    }

    @Bean
    StartController querentApiStart(
            AdminStorage storage,
            Definitions definitions,
            ObjectProvider<PayloadCodec> payloads,
            ObjectProvider<SagaEngine> engine) {
        return new StartController(
                storage.startRequests(),
                definitions,
                payloads.getIfAvailable(PayloadCodec::new),
                () -> Optional.ofNullable(engine.getIfAvailable()));
    }

    @Bean
    SearchController querentApiSearch(SagaJournal journal, Masked masked) {
        return new SearchController(journal.search(), masked);
    }

    @Bean
    SagaController querentApiSaga(AdminDesk desk, AdminStorage storage, Masked masked) {
        return new SagaController(desk, storage.audit(), masked, Clock.systemUTC());
    }

    @Bean
    ActionController querentApiAction(AdminDesk desk, AdminProperties properties, Masked masked) {
        return new ActionController(desk, properties.patience(), masked);
    }

    @Bean
    PreviewController querentApiPreview(AdminDesk desk, ObjectProvider<PayloadCodec> payloads, Masked masked) {
        Foresight foresight = new Foresight(payloads.getIfAvailable(PayloadCodec::new));
        return new PreviewController(desk, new PreviewDesk(desk, foresight, Clock.systemUTC()), masked);
    }

    @Bean
    ApprovalController querentApiApproval(AdminDesk desk, AdminProperties properties, Masked masked) {
        return new ApprovalController(desk, properties.patience(), masked);
    }

    @Bean
    ReviewController querentApiReview(SagaJournal journal, AdminStorage storage, AdminDesk desk, Masked masked) {
        return new ReviewController(journal.reviews(), storage.caseNotes(), desk, masked);
    }

    @Bean
    BulkController querentApiBulk(BulkDesk desk, Masked masked) {
        return new BulkController(desk, masked);
    }

    @Bean
    AuditController querentApiAudit(AdminStorage storage, AdminDesk desk, Masked masked) {
        return new AuditController(storage.audit(), desk, masked);
    }

    @Bean
    DefinitionController querentApiDefinition(SagaJournal journal) {
        return new DefinitionController(journal.definitions());
    }

    @Bean
    OverviewController querentApiOverview(AdminStorage storage, Masked masked) {
        return new OverviewController(storage.figures(), storage.nodes(), masked);
    }
}
