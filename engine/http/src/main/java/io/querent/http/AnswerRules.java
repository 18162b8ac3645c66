package io.querent.http;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a provider's documentation says its statuses and codes mean. Whatever is not declared is unknown to a call and
 * unavailable to a query; what the rules of the engine forbid, such as a final 500, cannot be declared. Immutable.
 *
 * @param notExecuted statuses given before the business layer: certain proof that this attempt ran nothing
 * @param refusals final refusals: by status, the codes that are final, all of them where the set is empty
 * @param notFound a query's "no such key", likewise
 * @param codePath where an error body has its code, such as {@code error.code} or {@code errors.0.reason}; empty: nowhere
 * @param referencePath where the body of a 202 has the provider's name for the operation; empty: the {@code Location} header
 */
public record AnswerRules(
        Set<Integer> notExecuted,
        Map<Integer, Set<String>> refusals,
        Map<Integer, Set<String>> notFound,
        List<String> codePath,
        List<String> referencePath) {

    /** Statuses that leave open whether the request ran or runs, whatever is declared: R1. */
    private static final Set<Integer> NEVER_PROOF = Set.of(408, 409);

    /** 401 and 429 are given before the business layer; no refusal is final, no "not found" is believed. */
    public static final AnswerRules PESSIMISTIC =
            new AnswerRules(Set.of(401, 429), Map.of(), Map.of(), List.of(), List.of());

    /** @throws HttpStepException QRT-7003 when a rule of the engine forbids what was declared */
    public AnswerRules {
        notExecuted = Set.copyOf(notExecuted);
        refusals = copyOf(refusals);
        notFound = copyOf(notFound);
        codePath = List.copyOf(codePath);
        referencePath = List.copyOf(referencePath);
        notExecuted.forEach(AnswerRules::requireClientError);
        notFound.keySet().forEach(AnswerRules::requireClientError);
        for (int status : notExecuted) {
            if (NEVER_PROOF.contains(status)) {
                throw HttpStepException.rule(status, "never proves that nothing ran; leave it unknown");
            }
        }
        refusals.forEach(AnswerRules::requireFinal);
        requireCodePath(codePath, refusals);
        requireCodePath(codePath, notFound);
    }

    /** Exactly these statuses prove that an attempt ran nothing; none of them to believe none. */
    public AnswerRules notExecutedOn(Integer... statuses) {
        return new AnswerRules(Set.copyOf(Arrays.asList(statuses)), refusals, notFound, codePath, referencePath);
    }

    /** A refusal with this status, and one of these codes if any are named, is final: no effect, now or later. */
    public AnswerRules refusedOn(int status, String... codes) {
        return new AnswerRules(notExecuted, with(refusals, status, codes), notFound, codePath, referencePath);
    }

    /** To a query, an answer in JSON with this status, and one of these codes if any are named, says that the key is not known. */
    public AnswerRules notFoundOn(int status, String... codes) {
        return new AnswerRules(notExecuted, refusals, with(notFound, status, codes), codePath, referencePath);
    }

    /** Where an error body has its code, names and list positions joined by dots: {@code error.code}. Say it before naming codes. */
    public AnswerRules codeAt(String path) {
        return new AnswerRules(notExecuted, refusals, notFound, parts(path), referencePath);
    }

    /** Where the body of a 202 has the provider's own name for the operation. */
    public AnswerRules referenceAt(String path) {
        return new AnswerRules(notExecuted, refusals, notFound, codePath, parts(path));
    }

    private static List<String> parts(String path) {
        return List.of(path.split("\\.", -1));
    }

    private static Map<Integer, Set<String>> with(Map<Integer, Set<String>> rules, int status, String... codes) {
        Map<Integer, Set<String>> changed = new HashMap<>(rules);
        Set<String> all = new HashSet<>(rules.getOrDefault(status, Set.of()));
        all.addAll(Arrays.asList(codes));
        changed.put(status, all);
        return changed;
    }

    private static Map<Integer, Set<String>> copyOf(Map<Integer, Set<String>> rules) {
        Map<Integer, Set<String>> copy = new HashMap<>();
        rules.forEach((status, codes) -> copy.put(status, Set.copyOf(codes)));
        return Map.copyOf(copy);
    }

    private static void requireClientError(int status) {
        if (status < 400 || status > 499) {
            throw HttpStepException.rule(status, "proves nothing about a request; only 400 to 499 can be declared");
        }
    }

    private static void requireFinal(int status, Set<String> codes) {
        requireClientError(status);
        if (status == 408 || status == 425 || status == 429) {
            throw HttpStepException.rule(status, "asks to be tried again, so it is no final refusal");
        }
        if (status == 409 && codes.isEmpty()) {
            throw HttpStepException.rule(
                    status, "may mean that the first request is still running; name the codes that are final");
        }
    }

    private static void requireCodePath(List<String> codePath, Map<Integer, Set<String>> rules) {
        rules.forEach((status, codes) -> {
            if (!codes.isEmpty() && codePath.isEmpty()) {
                throw HttpStepException.rule(
                        status, "has codes, but nothing says where a body has its code; say codeAt(...) first");
            }
        });
    }
}
