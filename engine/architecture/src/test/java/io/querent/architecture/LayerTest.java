package io.querent.architecture;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** saga-dsl ← {decision, outbox} ← runtime ← {postgres, axon, admin} ← {spring-boot, command-line, testkit} ← examples. */
@AnalyzeClasses(locations = MainClasses.class)
class LayerTest {

    @ArchTest
    static final ArchRule modulesKnowOnlyWhatIsBelowThem = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .withOptionalLayers(true)
            .layer("saga-dsl")
            .definedBy(Packages.SAGA_DSL)
            .layer("decision")
            .definedBy(Packages.DECISION)
            .layer("outbox")
            .definedBy(Packages.OUTBOX)
            .layer("storage-contract")
            .definedBy(Packages.STORAGE_CONTRACT)
            .layer("testkit")
            .definedBy(Packages.TESTKIT)
            .layer("runtime")
            .definedBy(Packages.RUNTIME)
            .layer("postgres")
            .definedBy(Packages.POSTGRES)
            .layer("axon")
            .definedBy(Packages.AXON)
            .layer("spring-boot")
            .definedBy(Packages.SPRING_BOOT)
            .layer("command-line")
            .definedBy(Packages.COMMAND_LINE)
            .layer("admin")
            .definedBy(Packages.ADMIN)
            .layer("http")
            .definedBy(Packages.HTTP)
            .layer("receiver")
            .definedBy(Packages.RECEIVER)
            .layer("benchmarks")
            .definedBy(Packages.BENCHMARKS)
            .layer("examples")
            .definedBy(Packages.EXAMPLES)
            .whereLayer("saga-dsl")
            .mayNotAccessAnyLayer()
            .whereLayer("decision")
            .mayOnlyAccessLayers("saga-dsl")
            .whereLayer("outbox")
            .mayOnlyAccessLayers("saga-dsl")
            .whereLayer("storage-contract")
            .mayOnlyAccessLayers("saga-dsl", "decision", "outbox", "runtime")
            .whereLayer("storage-contract")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("testkit")
            .mayOnlyAccessLayers("saga-dsl", "decision", "outbox", "runtime", "postgres")
            .whereLayer("testkit")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("runtime")
            .mayOnlyAccessLayers("saga-dsl", "decision", "outbox")
            .whereLayer("postgres")
            .mayOnlyAccessLayers("saga-dsl", "decision", "outbox", "runtime")
            .whereLayer("axon")
            .mayOnlyAccessLayers("saga-dsl", "decision", "runtime")
            .whereLayer("spring-boot")
            .mayOnlyAccessLayers("saga-dsl", "decision", "outbox", "runtime", "postgres", "axon")
            .whereLayer("command-line")
            .mayOnlyAccessLayers("saga-dsl", "decision", "runtime", "postgres")
            .whereLayer("admin")
            .mayOnlyAccessLayers("saga-dsl", "decision", "runtime")
            .whereLayer("http")
            .mayOnlyAccessLayers("saga-dsl")
            .whereLayer("receiver")
            .mayOnlyAccessLayers("saga-dsl", "outbox")
            .whereLayer("benchmarks")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("examples")
            .mayNotBeAccessedByAnyLayer()
            .ensureAllClassesAreContainedInArchitecture()
            .because(
                    "knowledge runs one way; what a lower module needs from a higher one it declares as a port of its own,"
                            + " which the higher one implements, and a new module gets its layer here");

    @ArchTest
    static final ArchRule packagesFormNoCycle = slices().matching("io.querent.(**)")
            .should()
            .beFreeOfCycles()
            .because(
                    "packages in a cycle can only be understood together;"
                            + " move what both need into the lower package, or turn one call into an interface the lower one owns");
}
