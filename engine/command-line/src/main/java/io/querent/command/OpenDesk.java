package io.querent.command;

import io.querent.runtime.action.Actions;
import io.querent.runtime.admin.AdminStorage;
import io.querent.runtime.admin.Approvals;
import io.querent.runtime.admin.BulkJobs;
import io.querent.runtime.codec.PayloadProtection;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.StoredSaga;
import io.querent.runtime.work.Definitions;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;
import java.time.Clock;
import java.util.Optional;

/**
 * What a command works on.
 *
 * @param protection how payloads are protected in the database
 * @param definitions those that this process has; none where no application embeds the commands
 */
record OpenDesk(SagaJournal journal, AdminStorage admin, PayloadProtection protection, Definitions definitions) {

    /** Where people act on sagas. What a rule demands of a second person only the nodes know: they refuse what lacks one. */
    Actions actions() {
        return new Actions(
                journal, admin.approvals(), definitions, (saga, letter) -> Optional.empty(), Clock.systemUTC());
    }

    /** @throws QuerentException QRT-6063 when there is none */
    StoredSaga saga(SagaKey key) {
        return journal.find(key.id())
                .orElseThrow(() -> new QuerentException(
                        "QRT-6063", "There is no saga " + key + "; check tenant, definition and number."));
    }

    /** @throws QuerentException QRT-6022 when there is none */
    Approvals.Request approval(String id) {
        return admin.approvals()
                .find(id)
                .orElseThrow(() -> new QuerentException(
                        "QRT-6022",
                        "there is no such request for a second person; key=" + id
                                + ", expected=an id as approvals prints it, found=none; look at approvals again"));
    }

    /** @throws QuerentException QRT-6053 when there is none */
    BulkJobs.Job bulkJob(String id) {
        return admin.bulkJobs()
                .find(id)
                .orElseThrow(() -> new QuerentException(
                        "QRT-6053",
                        "there is no such bulk job; key=" + id
                                + ", expected=an id as bulk prints it, found=none; look at bulk again"));
    }

    /** QRT-6056 */
    static QuerentException noAccount(String name) {
        return new QuerentException(
                "QRT-6056",
                "there is no such account; key=" + name
                        + ", expected=a name as accounts prints it, found=none; look at accounts");
    }
}
