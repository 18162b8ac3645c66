package io.querent.saga;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What of a step matters to sagas that are under way: what it is, whom it follows, where its operations go and under which keys. Budgets,
 * limits and durations may change freely and are not part of it; nor are the user's functions, which nobody can compare.
 *
 * @param name name of the step
 * @param kind kind
 * @param after steps that it follows, sorted
 * @param traits everything else, as {@code name=value}, sorted
 */
public record StepShape(String name, StepKind kind, List<String> after, List<String> traits) {
    public StepShape {
        after = List.copyOf(after);
        traits = List.copyOf(traits);
    }

    static StepShape of(StepDefinition<?> step) {
        List<String> traits = new ArrayList<>();
        flag(traits, "pivot", step.pivot());
        flag(traits, "retriable", step.retriable());
        flag(traits, "needsNoUndo", step.needsNoUndo());
        step.branches().forEach(branch -> traits.add("branch=" + branch.choice() + '/' + branch.name()));
        step.condition().ifPresent(condition -> traits.add("onlyIf=" + word(condition.description())));
        operation(traits, "to", step.action().orElse(null));
        body(traits, step.body());
        step.compensation().ifPresent(undo -> compensation(traits, undo));
        return new StepShape(
                step.name(),
                step.kind(),
                step.after().stream().sorted().toList(),
                traits.stream().sorted().toList());
    }

    private static void body(List<String> traits, StepBody<?> body) {
        if (body instanceof ChoiceDefinition<?> choice) {
            traits.add("branches=" + String.join(",", choice.branches()));
        } else if (body instanceof ForEachDefinition<?> forEach) {
            flag(traits, "collect", forEach.limits().collect());
            operation(traits, "to", forEach.template().action().orElse(null));
        } else if (body instanceof WaitDefinition<?> wait) {
            flag(
                    traits,
                    "otherwise",
                    wait.kind() == WaitDefinition.Kind.SIGNAL
                            && wait.otherwise().isPresent());
        }
    }

    private static void compensation(List<String> traits, CompensationDefinition<?> undo) {
        operation(traits, "undo", undo.operation());
        flag(traits, "undoInParts", undo.inParts().isPresent());
        undo.after().ifPresent(after -> traits.add("undoAfter=" + sorted(after)));
        for (CompensationDefinition.Alternative<?> next : undo.alternatives()) {
            operation(traits, "or" + sorted(next.codes()), next.operation());
        }
    }

    /** The length of its keys belongs to it: a longer key that becomes a digest is another key to the downstream. */
    private static void operation(List<String> traits, String what, @Nullable OperationDefinition<?, ?, ?> operation) {
        if (operation == null) {
            return;
        }
        String where = operation
                .downstream()
                .map(downstream -> downstream.name()
                        + '/'
                        + downstream.keyLength()
                        + (downstream.honoursOperationKey() ? "/keys" : "/no-keys"))
                .orElse("here");
        String child = operation.child().map(saga -> '/' + saga.name()).orElse("");
        traits.add(what + '=' + operation.kind() + '/' + where + child);
    }

    private static String sorted(Collection<String> names) {
        return String.join(",", names.stream().sorted().map(StepShape::word).toList());
    }

    private static void flag(List<String> traits, String name, boolean is) {
        if (is) {
            traits.add(name);
        }
    }

    /** A text without the white space that separates traits. */
    private static String word(String text) {
        return text.strip().replaceAll("\\s+", "_");
    }

    /** One line. */
    String line() {
        return name + ' ' + kind + ' ' + String.join(",", after) + ' ' + String.join(" ", traits);
    }

    /** @throws IllegalArgumentException when the line is none that {@link #line()} wrote */
    static StepShape parse(String line) {
        String[] parts = line.split(" ", -1);
        if (parts.length < 3) {
            throw new IllegalArgumentException("no step has the shape \"" + line + "\"");
        }
        List<String> after = parts[2].isEmpty() ? List.of() : List.of(parts[2].split(","));
        List<String> traits = new ArrayList<>(List.of(parts).subList(3, parts.length));
        traits.removeIf(String::isEmpty);
        return new StepShape(parts[0], StepKind.valueOf(parts[1]), after, traits);
    }
}
