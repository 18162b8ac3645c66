package io.querent.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Each technology has one home. Elsewhere it is reached through a port. */
@AnalyzeClasses(locations = MainClasses.class)
class OwnershipTest {

    @ArchTest
    static final ArchRule jdbcLivesInPostgres = noClasses()
            .that()
            .resideOutsideOfPackages(
                    Packages.POSTGRES,
                    Packages.TESTKIT_POSTGRES,
                    Packages.SPRING_BOOT,
                    Packages.COMMAND_LINE,
                    // The engine and services without one keep messages in tables of the same shape.
                    Packages.OUTBOX_JDBC,
                    // The receiver runs in services that have no engine, on their own database.
                    Packages.RECEIVER,
                    Packages.EXAMPLES,
                    Packages.BENCHMARKS)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..", "org.postgresql..", "org.flywaydb..")
            .because(
                    "every statement is in querent-postgres, where its row counts are handled: add a method to the storage port");

    @ArchTest
    static final ArchRule axonLivesInAxon = noClasses()
            .that()
            .resideOutsideOfPackages(Packages.AXON, Packages.SPRING_BOOT, Packages.EXAMPLES, Packages.BENCHMARKS)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.axonframework..")
            .because("the framework is a shell around the core: implement a runtime port in querent-axon");

    @ArchTest
    static final ArchRule resilience4jLivesInRuntime = noClasses()
            .that()
            .resideOutsideOfPackage(Packages.RUNTIME)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.github.resilience4j..")
            .because("whether a call was refused or sent is known in one place: declare caps on the Downstream");

    @ArchTest
    static final ArchRule springLivesInTheStarter = noClasses()
            .that()
            // The HTTP step is made for Spring's RestClient and is a module of its own for that reason; so is the
            // console, of its MVC.
            .resideOutsideOfPackages(
                    Packages.SPRING_BOOT,
                    Packages.HTTP,
                    Packages.ADMIN,
                    "io.querent.receiver.web..",
                    "io.querent.receiver.kafka..",
                    "io.querent.receiver.spring..",
                    Packages.BENCHMARKS,
                    Packages.EXAMPLES)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..")
            .because(
                    "the engine runs without Spring: take what you need in the constructor and wire it in the starter");

    @ArchTest
    static final ArchRule nobodyUsesTheOlderJackson = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.fasterxml.jackson.core..", "com.fasterxml.jackson.databind..")
            .because("what describes the API brings it along, but payloads are written and read by Jackson 3 alone");

    @ArchTest
    static final ArchRule pagesAreLaidOutInOnePlace = noClasses()
            .that()
            .resideOutsideOfPackage("io.querent.admin.graph..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.eclipse..")
            .because("how a graph is laid out is known in one package: give it steps and take a drawing");

    @ArchTest
    static final ArchRule embeddedPostgresLivesInTheStarter = noClasses()
            .that()
            .resideOutsideOfPackages(
                    Packages.TESTKIT_POSTGRES, Packages.SPRING_BOOT, Packages.EXAMPLES, Packages.BENCHMARKS)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.zonky..")
            .because("which server is used is the application's choice: take a DataSource");

    @ArchTest
    static final ArchRule enginePrintsNothing = noClasses()
            .that()
            .resideOutsideOfPackages(Packages.EXAMPLES, Packages.BENCHMARKS)
            .should(ACCESS_STANDARD_STREAMS)
            .because("a library does not own the terminal: log through SLF4J");

    @ArchTest
    static final ArchRule slf4jIsTheLog = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAPackage("java.util.logging..")
            .because("users configure one logging system: log through SLF4J");
}
