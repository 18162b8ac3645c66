package io.querent.admin.console.saga;

import io.querent.admin.access.Person;
import io.querent.admin.console.action.Offers;
import io.querent.admin.console.page.Badge;
import io.querent.admin.console.page.Links;
import io.querent.admin.console.page.Masks;
import io.querent.admin.console.page.Moment;
import io.querent.admin.console.page.Shapes;
import io.querent.admin.desk.AdminDesk;
import io.querent.admin.graph.Drawing;
import io.querent.admin.graph.StepGraphs;
import io.querent.decision.SagaState;
import io.querent.runtime.action.Standing;
import io.querent.runtime.journal.SagaJournal.DefinitionVersion;
import io.querent.runtime.journal.SagaRow;
import io.querent.runtime.journal.StoredSaga;
import io.querent.runtime.retention.LegalHolds;
import io.querent.saga.DefinitionShape;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads what a saga's page shows out of the saga as it is stored. Thread-safe. */
final class SagaReader {
    private static final int ROWS = 60;

    private final AdminDesk desk;
    private final Shapes shapes;
    private final StepGraphs graphs;
    private final Masks masks;
    private final LegalHolds holds;
    private final InstantSource clock;

    SagaReader(AdminDesk desk, Shapes shapes, StepGraphs graphs, Masks masks, LegalHolds holds, InstantSource clock) {
        this.desk = desk;
        this.shapes = shapes;
        this.graphs = graphs;
        this.masks = masks;
        this.holds = holds;
        this.clock = clock;
    }

    /**
     * The page.
     *
     * @param before where the timeline's page begins; null for the newest
     * @param fromRow where the page of steps begins
     */
    SagaView read(Person person, StoredSaga saga, @Nullable Long before, int fromRow) {
        SagaRow row = saga.row();
        SagaState state = saga.state();
        Standing standing = desk.standing(saga);
        DefinitionShape shape = shape(saga);
        Offers offers = offers(person, saga, state);
        StepRows rows = new StepRows(state, saga.events(), shape, offers, masks.texts());
        List<String> names = rows.names();
        int from = Math.max(0, Math.min(fromRow, names.size()));
        int to = Math.min(names.size(), from + ROWS);
        String parent = state.origin().parent();
        return new SagaView(
                row.id().toString(),
                Links.saga(row.id()),
                row.key().toString(),
                row.key().tenant().value(),
                row.key().definition(),
                row.definitionVersion(),
                row.key().businessKey().value(),
                Badge.of(row.status()),
                masks.texts().mask(standing.sentence(), row.key()),
                Moment.ofNullable(standing.until()),
                row.version(),
                Moment.of(row.startedAt()),
                Moment.ofNullable(row.endedAt()),
                row.owner() == null ? "" : row.owner(),
                row.token(),
                parent == null ? "" : parent,
                !row.status().isFinal() && !shapes.isRun(version(row)),
                holds.of(row.key()).map(SagaReader::words).orElse(""),
                cases(state, row),
                shape == null ? new Drawing(0, 0, List.of(), List.of()) : drawing(shape, state),
                names.subList(from, to).stream().map(rows::row).toList(),
                names.size(),
                to == names.size() ? null : to,
                Timeline.of(row.key(), saga.events(), before, masks.texts()),
                offers.onSaga());
    }

    private static String words(LegalHolds.Hold hold) {
        return "Under legal hold " + hold.number() + " by " + hold.operator() + ": " + hold.reason();
    }

    /** The row of one operation, and what may be done to it. */
    StepRow row(Person person, StoredSaga saga, String operation) {
        SagaState state = saga.state();
        return new StepRows(state, saga.events(), shape(saga), offers(person, saga, state), masks.texts())
                .row(operation);
    }

    private Offers offers(Person person, StoredSaga saga, SagaState state) {
        return new Offers(person, saga, state, desk.definition(saga), clock.instant());
    }

    private @Nullable DefinitionShape shape(StoredSaga saga) {
        SagaDefinition<?> definition = desk.definition(saga);
        return definition == null ? shapes.shape(version(saga.row())).orElse(null) : definition.shape();
    }

    private static DefinitionVersion version(SagaRow row) {
        return new DefinitionVersion(row.key().definition(), row.definitionVersion());
    }

    private List<String> cases(SagaState state, SagaRow row) {
        return state.reviews().entrySet().stream()
                .map(review -> (review.getKey().equals(SagaState.WHOLE) ? "The saga" : review.getKey()) + ": "
                        + masks.texts()
                                .mask(
                                        review.getValue().reason() + ", "
                                                + review.getValue().detail(),
                                        row.key()))
                .toList();
    }

    private Drawing drawing(DefinitionShape shape, SagaState state) {
        return graphs.draw(shape, step -> {
            Badge badge = StepRows.badge(state, step);
            String undo = state.operations().keySet().stream()
                    .filter(name -> OperationKey.stepOf(name).equals(step)
                            && state.key().operation(name).isCompensation()
                            && OperationKey.actionOf(name).equals(step))
                    .reduce((first, second) -> second)
                    .map(name -> Badge.of(state.statusOf(name)))
                    .map(back -> back.symbol() + " undo " + back.words().toLowerCase(Locale.ROOT))
                    .orElse("");
            return new StepGraphs.Face(badge.symbol() + " " + badge.words(), undo, badge.tone());
        });
    }
}
