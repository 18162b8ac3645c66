package io.querent.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Collections;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TimeZone;
import java.util.Timer;
import java.util.TimerTask;
import java.util.UUID;

/** The decision core and the DSL: same inputs, same bytes out. */
@AnalyzeClasses(locations = MainClasses.class)
class PurityTest {

    /** Inside java.lang and java.util all the same: threads, processes, timers and sources of chance. */
    private static final DescribedPredicate<JavaClass> OUTSIDE_WORLD = belongToAnyOf(
                    Thread.class,
                    ThreadLocal.class,
                    Runtime.class,
                    Process.class,
                    ProcessBuilder.class,
                    Timer.class,
                    TimerTask.class,
                    Clock.class,
                    InstantSource.class,
                    Random.class,
                    SplittableRandom.class)
            .as("threads, processes, clocks and sources of chance");

    private static final DescribedPredicate<JavaAccess<?>> READS_THE_CLOCK = call(
                    resideInAPackage("java.time.."), "now")
            .or(call(belongToAnyOf(System.class), "currentTimeMillis"))
            .or(call(belongToAnyOf(System.class), "nanoTime"))
            .as("reads the clock");

    private static final DescribedPredicate<JavaAccess<?>> DRAWS_OR_ASKS_THE_MACHINE = call(
                    belongToAnyOf(UUID.class), "randomUUID")
            .or(call(belongToAnyOf(Math.class, StrictMath.class), "random"))
            .or(call(belongToAnyOf(Collections.class), "shuffle"))
            .or(call(belongToAnyOf(System.class), "getenv"))
            .or(call(belongToAnyOf(System.class), "getProperty"))
            .or(call(belongToAnyOf(System.class), "identityHashCode"))
            .or(call(belongToAnyOf(ZoneId.class), "systemDefault"))
            .or(call(belongToAnyOf(Locale.class, TimeZone.class), "getDefault"))
            .as("draws at random or asks the machine");

    @ArchTest
    static final ArchRule decisionKnowsNothingThatActs = classes()
            .that()
            .resideInAPackage(Packages.DECISION)
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                            Packages.DECISION,
                            Packages.SAGA_DSL,
                            "java.lang",
                            "java.lang.annotation",
                            "java.lang.invoke",
                            "java.lang.runtime",
                            "java.math",
                            "java.nio.charset",
                            "java.time..",
                            "java.util",
                            "java.util.function",
                            "java.util.regex",
                            "java.util.stream",
                            "org.jspecify.annotations")
                    .and(not(OUTSIDE_WORLD)))
            .because("the core decides and nothing else: return an effect and let the runtime act on it");

    @ArchTest
    static final ArchRule decisionIsToldTheTime = noClasses()
            .that()
            .resideInAPackage(Packages.DECISION)
            .should()
            .accessTargetWhere(READS_THE_CLOCK)
            .because("a replay must see the time of the first run: take it from the command");

    @ArchTest
    static final ArchRule decisionIsGivenItsDraws = noClasses()
            .that()
            .resideInAPackage(Packages.DECISION)
            .should()
            .accessTargetWhere(DRAWS_OR_ASKS_THE_MACHINE)
            .because(
                    "a replay on another machine must come out the same: jitter draws and ids arrive inside the command");

    @ArchTest
    static final ArchRule definitionsArePlain = noClasses()
            .that()
            .resideInAPackage(Packages.SAGA_DSL)
            .should()
            .accessTargetWhere(READS_THE_CLOCK)
            .orShould()
            .accessTargetWhere(DRAWS_OR_ASKS_THE_MACHINE)
            .orShould()
            .dependOnClassesThat(OUTSIDE_WORLD)
            .because("a definition is data, and a key with chance or time in it is another key after a restart:"
                    + " take such values as arguments");

    @ArchTest
    static final ArchRule dslNeedsOnlyTheJdk = classes()
            .that()
            .resideInAPackage(Packages.SAGA_DSL)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(Packages.SAGA_DSL, "java..", "org.jspecify.annotations")
            .because("users' business modules compile against the DSL: put what needs a library into the runtime");

    /** A call of the method or a reference to it ({@code Instant::now}). */
    private static DescribedPredicate<JavaAccess<?>> call(DescribedPredicate<JavaClass> type, String method) {
        return DescribedPredicate.describe(
                method, access -> access.getTarget().getName().equals(method) && type.test(access.getTargetOwner()));
    }
}
