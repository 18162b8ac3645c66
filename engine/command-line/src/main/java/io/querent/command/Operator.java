package io.querent.command;

import picocli.CommandLine.Option;

/** Who says that they are at the desk. Nobody checks it: whoever may write to the database may say anything. */
final class Operator {
    @Option(
            names = "--operator",
            paramLabel = "NAME",
            converter = GivenText.Operator.class,
            description = "Who you are, for the audit. Default: the name of the user who runs this command.")
    private String name = System.getProperty("user.name", "");

    String name() {
        return name;
    }
}
