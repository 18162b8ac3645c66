package io.querent.examples.payment.faultrun.site;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How to start another Java process on the class path of this one. */
final class JavaCommand {
    /** Small, and quick to start. */
    private static final List<String> LEAN =
            List.of("-Xmx128m", "-Xms32m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

    private JavaCommand() {}

    static List<String> of(Class<?> main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(LEAN);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        command.addAll(arguments);
        return command;
    }
}
