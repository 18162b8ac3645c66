package io.querent.runtime.work;

import io.querent.decision.Authority;
import io.querent.decision.Moving;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaState;
import io.querent.runtime.EngineUnavailableException;
import io.querent.runtime.Receipt;
import io.querent.runtime.Versions;
import io.querent.runtime.journal.DefinitionRegistry;
import io.querent.runtime.journal.DefinitionRegistry.Registered;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.SagaJournal.DefinitionVersion;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.DefinitionShape;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import io.querent.saga.StepShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Tells what versions there are, and moves sagas between them. Thread-safe. */
final class VersionDesk implements Versions {
    private final DefinitionRegistry registry;
    private final Definitions definitions;
    private final Function<Letter, Receipt> send;

    VersionDesk(DefinitionRegistry registry, Definitions definitions, Function<Letter, Receipt> send) {
        this.registry = registry;
        this.definitions = definitions;
        this.send = send;
    }

    /**
     * Says that this node runs its definitions.
     *
     * @throws QuerentException when one of them was changed under sagas that are under way
     */
    void register() {
        for (DefinitionVersion version : definitions.versions()) {
            SagaDefinition<?> definition = definitions.get(version.name(), version.version());
            DefinitionShape counts = registry.register(version, definition.shape());
            if (!counts.fingerprint().equals(definition.shape().fingerprint())) {
                throw new QuerentException(
                        "QRT-3203",
                        "definition " + definition + " was changed while sagas of this version are under way; changes="
                                + changes(counts, definition.shape()) + "; give the changed definition version "
                                + (version.version() + 1) + " and keep version " + version.version()
                                + " registered beside it until its sagas have ended");
            }
        }
    }

    @Override
    public List<Registered> registered() {
        return reaching(registry::all);
    }

    @Override
    public Plan plan(String definition, int from, int to, Page page) {
        SagaDefinition<?> target = definitions.get(definition, to);
        DefinitionVersion version = new DefinitionVersion(definition, from);
        DefinitionShape shape = shapeOf(version);
        List<Verdict> verdicts = new ArrayList<>();
        for (StoredSaga saga : reaching(() -> registry.live(version, page.after(), page.limit()))) {
            SagaState state = saga.state();
            verdicts.add(new Verdict(state.key(), saga.row().status(), Moving.obstacles(shape, target, state)));
        }
        return new Plan(changes(shape, target.shape()), verdicts);
    }

    @Override
    public Receipt move(SagaKey saga, int to, Authority authority) {
        definitions.get(saga.definition(), to);
        return send.apply(
                new Letter(saga, authority.requestId(), new Letter.Decided(new OperatorDecision.Move(to), authority)));
    }

    private DefinitionShape shapeOf(DefinitionVersion version) {
        return definitions
                .find(version.name(), version.version())
                .<DefinitionShape>map(SagaDefinition::shape)
                .or(() -> registered().stream()
                        .filter(one -> one.version().equals(version))
                        .map(Registered::shape)
                        .findFirst())
                .orElseThrow(() -> new QuerentException(
                        "QRT-3204",
                        "no node ever ran definition " + version.name() + " version " + version.version()
                                + "; expected=one of registered()"));
    }

    private static List<String> changes(DefinitionShape before, DefinitionShape after) {
        List<String> changes = new ArrayList<>();
        for (StepShape step : before.steps()) {
            Optional<StepShape> now = after.step(step.name());
            if (now.isEmpty()) {
                changes.add("step " + step.name() + " is gone");
            } else if (!now.get().equals(step)) {
                changes.add("step " + step.name() + " was " + describe(step) + ", is " + describe(now.get()));
            }
        }
        after.steps().stream()
                .filter(step -> before.step(step.name()).isEmpty())
                .forEach(step -> changes.add("step " + step.name() + " is new: " + describe(step)));
        return changes;
    }

    private static String describe(StepShape step) {
        return step.kind() + " after " + step.after() + " " + step.traits();
    }

    private static <T> T reaching(Supplier<T> read) {
        try {
            return read.get();
        } catch (JournalUnavailableException unavailable) {
            throw new EngineUnavailableException("reading versions of definitions", unavailable);
        }
    }
}
