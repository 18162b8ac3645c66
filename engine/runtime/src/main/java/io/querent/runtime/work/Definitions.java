package io.querent.runtime.work;

import io.querent.decision.SagaState;
import io.querent.runtime.journal.SagaJournal.DefinitionVersion;
import io.querent.saga.OperationKind;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaDefinition;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The definitions that this node can run, by name and version. Immutable. */
public final class Definitions {
    private final Map<DefinitionVersion, SagaDefinition<?>> known = new LinkedHashMap<>();

    /** @throws QuerentException when two definitions share name and version */
    public Definitions(Collection<? extends SagaDefinition<?>> definitions) {
        for (SagaDefinition<?> definition : definitions) {
            SagaDefinition<?> other = known.put(versionOf(definition), definition);
            if (other != null) {
                throw new QuerentException(
                        "QRT-3201", "two definitions are called " + definition + "; give one another name or version");
            }
        }
    }

    /** The definition of that name and version, if this node has it. */
    public Optional<SagaDefinition<?>> find(String name, int version) {
        return Optional.ofNullable(known.get(new DefinitionVersion(name, version)));
    }

    /**
     * The definition of that name and version.
     *
     * @throws QuerentException when this node does not have it
     */
    public SagaDefinition<?> get(String name, int version) {
        return find(name, version)
                .orElseThrow(() -> new QuerentException(
                        "QRT-3202",
                        "this node does not have definition " + name + " version " + version + "; known="
                                + known.keySet() + "; register it, or start the saga on a node that has it"));
    }

    /**
     * The definition that the saga runs under.
     *
     * @throws QuerentException when this node does not have it, or has another one under its name and version
     */
    public SagaDefinition<?> of(SagaState saga) {
        SagaDefinition<?> definition =
                get(saga.key().definition(), saga.origin().definitionVersion());
        String begun = saga.origin().fingerprint();
        if (begun != null && !begun.equals(definition.fingerprint())) {
            throw new QuerentException(
                    "QRT-3205",
                    "definition " + definition + " of this node is not the one that the saga was begun under; key="
                            + saga.key() + ", expected fingerprint=" + begun + ", found="
                            + definition.fingerprint()
                            + "; run it on a node that has the old one, and give changed definitions a new version");
        }
        return definition;
    }

    /** Names and versions of all. */
    public List<DefinitionVersion> versions() {
        return List.copyOf(known.keySet());
    }

    /** Those that publish messages, or take some back. */
    public List<DefinitionVersion> publishing() {
        return known.entrySet().stream()
                .filter(each -> publishes(each.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static boolean publishes(SagaDefinition<?> definition) {
        return definition.steps().stream()
                .flatMap(step -> step.action().stream())
                .anyMatch(action -> action.kind() == OperationKind.PUBLISH);
    }

    /** Names of all. */
    Set<String> names() {
        return known.keySet().stream().map(DefinitionVersion::name).collect(Collectors.toUnmodifiableSet());
    }

    private static DefinitionVersion versionOf(SagaDefinition<?> definition) {
        return new DefinitionVersion(definition.name(), definition.version());
    }
}
