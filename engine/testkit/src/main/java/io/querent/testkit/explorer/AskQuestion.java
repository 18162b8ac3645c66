package io.querent.testkit.explorer;

import io.querent.decision.QueryAnswer;

/** The owner asks what became of an operation, and the downstream answers. */
record AskQuestion(long token, int operation, Reading reading) implements Move {
    /** What the downstream's query shows. */
    enum Reading {
        /** The books as they are. */
        TRUTH,
        /** The books as they were before what need not show yet. */
        LAGGING,
        /** Nothing: the query fails. */
        UNAVAILABLE,
        /** Nothing: the owner's own gate refuses, and no question is sent. */
        NOT_ASKED
    }

    /** Whether the query may still leave out something that is in the books. */
    static boolean mayLag(World world, int operation) {
        return world.book(operation).entries().stream().anyMatch(entry -> world.now.isBefore(entry.showBy()));
    }

    @Override
    public void make(Scene scene) {
        QueryAnswer answer = switch (reading) {
            case TRUTH -> truth(scene, false);
            case LAGGING -> truth(scene, true);
            case UNAVAILABLE -> new QueryAnswer.Unavailable("HTTP 503");
            case NOT_ASKED -> new QueryAnswer.NotAsked("circuit-open");
        };
        if (reading != Reading.TRUTH) {
            scene.fault();
        }
        scene.note("the answer is " + Words.of(answer));
        scene.world()
                .put(scene.party(token)
                        .with(new Errand.Answer(
                                operation,
                                answer,
                                scene.now(),
                                scene.now()
                                        .plus(scene.setting()
                                                .operation(operation)
                                                .limit()),
                                false)));
    }

    private QueryAnswer truth(Scene scene, boolean lagging) {
        QueryAnswer answer = new QueryAnswer.NotFound();
        for (Entry entry : scene.world().book(operation).entries()) {
            boolean shows = !lagging || !scene.now().isBefore(entry.showBy());
            if (shows && !(answer instanceof QueryAnswer.Found)) {
                answer = show(entry);
            }
        }
        return answer;
    }

    private static QueryAnswer show(Entry entry) {
        return switch (entry.fate()) {
            case APPLIED, APPLIED_AND_FAILED -> new QueryAnswer.Found("\"done\"");
            case DECLINED -> new QueryAnswer.FoundRejected(entry.code(), "declined");
            case DECLINED_WITH_EFFECT -> new QueryAnswer.FoundRefusedWithEffect(entry.code(), "declined", "\"a fee\"");
            case REVERSED -> new QueryAnswer.Reversed("returned", "taken back");
            case PENDING -> new QueryAnswer.FoundPending("reference-1");
        };
    }

    @Override
    public String who(World world) {
        return Words.who(token);
    }

    @Override
    public String what(Setting setting) {
        return "asks about " + setting.operation(operation).name()
                + switch (reading) {
                    case TRUTH -> "";
                    case LAGGING -> ", and what is there does not show yet";
                    case UNAVAILABLE -> ", and the query fails";
                    case NOT_ASKED -> ", and the question is refused before it is sent";
                };
    }

    @Override
    public boolean isUrgent() {
        return true;
    }
}
