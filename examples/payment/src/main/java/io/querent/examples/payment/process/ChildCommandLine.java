package io.querent.examples.payment.process;

import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How to start another Java process with this program in it, whether it runs from an executable jar or from class files. */
public final class ChildCommandLine {
    /** Small, and quick to start: what it does in its minutes would not pay for the second compiler. */
    private static final List<String> MODEST = List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private ChildCommandLine() {}

    /**
     * The command that starts it.
     *
     * @param startClass whose sub-command it is, when there is no executable jar
     */
    public static List<String> of(Class<?> startClass, String subCommand, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(MODEST);
        String classPath = System.getProperty("java.class.path");
        command.addAll(
                isWithinJar(startClass) ? List.of("-jar", classPath) : List.of("-cp", classPath, startClass.getName()));
        command.add(subCommand);
        command.addAll(arguments);
        return command;
    }

    /** An executable jar is a class path of one entry, whose start class lies in it under a name of its own. */
    private static boolean isWithinJar(Class<?> startClass) {
        URL location = startClass.getProtectionDomain().getCodeSource().getLocation();
        return location.getProtocol().equals("jar");
    }
}
