package io.querent.command;

import io.querent.runtime.retention.LegalHolds.Hold;
import io.querent.runtime.retention.LegalHolds.Scope;
import io.querent.saga.SagaKey;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Keeps the history of sagas for as long as somebody says. */
@Command(
        name = "hold",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description =
                "Places a legal hold: the history of the sagas stays until it is released, however old it is. On one saga, or with"
                        + " --tenant and --definition on all of a tenant, of a definition, or of both.")
final class HoldCommand extends DeskCommand {
    @Parameters(arity = "0..1", paramLabel = "SAGA", description = "The saga's key: tenant:definition:number.")
    private @Nullable String key;

    @Option(names = "--tenant", paramLabel = "NAME", description = "All sagas of this tenant.")
    private @Nullable String tenant;

    @Option(names = "--definition", paramLabel = "NAME", description = "All sagas of this definition.")
    private @Nullable String definition;

    @Option(
            names = "--reason",
            converter = GivenText.Reason.class,
            required = true,
            paramLabel = "TEXT",
            description = "Why. It goes into the audit.")
    private String reason = "";

    @Mixin
    private Operator operator = new Operator();

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "Id of this request: the same again is no second hold. Default: a new one.")
    private String id = UUID.randomUUID().toString();

    HoldCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        if (key != null && (tenant != null || definition != null)) {
            throw new UsageException(
                    "a hold is on one saga, or on all of a tenant or definition; found=both; give one");
        }
        SagaKey saga = key == null ? null : saga(desk, key);
        Scope scope = saga == null ? new Scope(tenant, definition, null) : Scope.of(saga);
        Hold hold = desk.admin().legalHolds().place(scope, operator.name(), reason, id);
        boolean gone = saga != null
                && desk.journal()
                        .find(saga.id())
                        .filter(stored -> stored.archived() != null)
                        .isPresent();
        if (wantsJson()) {
            print(Json.text(HoldsCommand.json(hold).with("historyIsHere", !gone)));
        } else {
            print("Hold " + hold.number() + " is on " + hold.scope() + ".  id=" + id);
            if (gone) {
                print("Its history has left the database before; show says where it is. See that nobody deletes that.");
            }
        }
        return ExitCodes.DONE;
    }
}
