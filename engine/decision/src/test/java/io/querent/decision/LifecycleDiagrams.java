package io.querent.decision;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Draws the two lifecycle tables as Mermaid state diagrams. */
final class LifecycleDiagrams {
    private LifecycleDiagrams() {}

    /** Operations: every row, labelled with what happened. */
    static String operations() {
        Map<String, String> labels = OperationLifecycle.transitions().stream()
                .collect(Collectors.groupingBy(
                        row -> row.from() + " --> " + row.to(),
                        LinkedHashMap::new,
                        Collectors.mapping(row -> row.event().getSimpleName(), Collectors.joining(", "))));
        return diagram(
                OperationStatus.PLANNED,
                labels.entrySet().stream().map(row -> row.getKey() + " : " + row.getValue()),
                Stream.of(OperationStatus.values()).filter(OperationStatus::isFinal));
    }

    /** Sagas: every row that changes the status. */
    static String sagas() {
        return diagram(
                SagaStatus.RUNNING,
                SagaLifecycle.transitions().stream()
                        .filter(row -> row.from() != row.to())
                        .map(row -> row.from() + " --> " + row.to()),
                Stream.of(SagaStatus.values()).filter(SagaStatus::isFinal));
    }

    private static String diagram(Enum<?> first, Stream<String> rows, Stream<? extends Enum<?>> ends) {
        Stream<String> whole = Stream.of(Stream.of("[*] --> " + first), rows, ends.map(end -> end + " --> [*]"))
                .flatMap(lines -> lines);
        return whole.collect(Collectors.joining("\n    ", "```mermaid\nstateDiagram-v2\n    ", "\n```\n"));
    }
}
