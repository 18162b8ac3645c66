package io.querent.benchmarks.core;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the pure core with JMH. */
@Command(
        name = "core",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measures what deciding, evolving and serialising cost, in time and allocation, with JMH.")
public final class CoreCommand implements Callable<Integer> {
    @Option(names = "--include", defaultValue = ".*", description = "Regular expression. Default all")
    private String include = ".*";

    @Option(names = "--forks", defaultValue = "1", description = "JVMs, one after the other. Default ${DEFAULT-VALUE}")
    private int forks = 1;

    @Option(names = "--iterations", defaultValue = "5", description = "Of a second each. Default ${DEFAULT-VALUE}")
    private int iterations = 5;

    @Option(names = "--warm-up", defaultValue = "3", description = "Of a second each. Default ${DEFAULT-VALUE}")
    private int warmUpIterations = 3;

    @Option(names = "--json", description = "Write JMH's results to this file")
    private @Nullable Path json;

    @Override
    public Integer call() throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(CoreBenchmarks.class.getName() + "." + include)
                .addProfiler(GCProfiler.class)
                .forks(forks)
                .warmupIterations(warmUpIterations)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(iterations)
                .measurementTime(TimeValue.seconds(1));
        if (json != null) {
            options.resultFormat(ResultFormatType.JSON).result(json.toString());
        }
        new Runner(options.build()).run();
        return 0;
    }
}
