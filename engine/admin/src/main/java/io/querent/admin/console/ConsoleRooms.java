package io.querent.admin.console;

import io.querent.admin.AdminProperties;
import io.querent.admin.console.accounts.AccountsController;
import io.querent.admin.console.action.ActionController;
import io.querent.admin.console.approvals.ApprovalsController;
import io.querent.admin.console.audit.AuditController;
import io.querent.admin.console.bulk.BulkController;
import io.querent.admin.console.definitions.DefinitionsController;
import io.querent.admin.console.operation.LookupController;
import io.querent.admin.console.overview.OverviewController;
import io.querent.admin.console.overview.OverviewReader;
import io.querent.admin.console.page.Masks;
import io.querent.admin.console.page.Pages;
import io.querent.admin.console.page.Shapes;
import io.querent.admin.console.reviews.ReviewsController;
import io.querent.admin.console.reviews.ReviewsReader;
import io.querent.admin.console.saga.PapersController;
import io.querent.admin.console.saga.SagaController;
import io.querent.admin.console.sagas.SagasController;
import io.querent.admin.desk.AdminDesk;
import io.querent.admin.desk.BulkDesk;
import io.querent.admin.desk.PreviewDesk;
import io.querent.admin.graph.StepGraphs;
import io.querent.admin.live.Streams;
import io.querent.admin.security.AccountDesk;
import io.querent.runtime.admin.AdminStorage;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.work.Foresight;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** One controller a room. */
@Configuration(proxyBeanMethods = false)
class ConsoleRooms {
    @Bean
    PreviewDesk querentPreviewDesk(AdminDesk desk, PayloadCodec payloads) {
        return new PreviewDesk(desk, new Foresight(payloads), Clock.systemUTC());
    }

    @Bean
    ActionController querentConsoleAction(
            AdminDesk desk, PreviewDesk previews, Pages pages, Masks masks, AdminProperties properties) {
        return new ActionController(desk, previews, pages, masks, properties.patience());
    }

    @Bean
    SagaController querentConsoleSaga(
            AdminDesk desk,
            SagaJournal journal,
            Pages pages,
            Shapes shapes,
            StepGraphs graphs,
            Masks masks,
            Streams streams,
            AdminStorage storage) {
        return new SagaController(
                desk, journal, pages, shapes, graphs, masks, streams, storage.legalHolds(), Clock.systemUTC());
    }

    @Bean
    OverviewController querentConsoleOverview(AdminStorage storage, Shapes shapes, Masks masks, Pages pages) {
        return new OverviewController(new OverviewReader(storage.figures(), storage.nodes(), shapes, masks), pages);
    }

    @Bean
    SagasController querentConsoleSagas(
            SagaJournal journal, AdminStorage storage, Shapes shapes, Masks masks, Pages pages) {
        return new SagasController(journal.search(), storage.savedViews(), shapes, masks, pages);
    }

    @Bean
    ReviewsController querentConsoleReviews(
            SagaJournal journal, AdminStorage storage, AdminDesk desk, Shapes shapes, Masks masks, Pages pages) {
        ReviewsReader reader = new ReviewsReader(journal, storage.caseNotes(), desk, shapes, masks, Clock.systemUTC());
        return new ReviewsController(reader, storage.caseNotes(), pages);
    }

    @Bean
    PapersController querentConsolePapers(io.querent.admin.api.saga.SagaController api) {
        return new PapersController(api);
    }

    @Bean
    LookupController querentConsoleLookup(AdminDesk desk, Pages pages) {
        return new LookupController(desk, pages);
    }

    @Bean
    ApprovalsController querentConsoleApprovals(
            AdminDesk desk, SagaJournal journal, Masks masks, Pages pages, AdminProperties properties) {
        return new ApprovalsController(desk, journal, masks, pages, properties.patience());
    }

    @Bean
    BulkController querentConsoleBulk(
            BulkDesk desk, AdminStorage storage, SagaJournal journal, Masks masks, Streams streams, Pages pages) {
        return new BulkController(desk, storage.bulkJobs(), journal.search(), masks, streams, pages);
    }

    @Bean
    DefinitionsController querentConsoleDefinitions(Shapes shapes, StepGraphs graphs, Pages pages) {
        return new DefinitionsController(shapes, graphs, pages);
    }

    @Bean
    AuditController querentConsoleAudit(AdminStorage storage, Masks masks, Pages pages) {
        return new AuditController(storage.audit(), masks, pages);
    }

    @Bean
    AccountsController querentConsoleAccounts(AccountDesk accounts, Pages pages) {
        return new AccountsController(accounts, pages);
    }
}
