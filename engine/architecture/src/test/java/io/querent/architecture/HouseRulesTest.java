package io.querent.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;

/** Rules for main and test code alike. */
@AnalyzeClasses(locations = AllClasses.class)
class HouseRulesTest {

    @ArchTest
    static final ArchRule namesSayWhatAThingIs = noClasses()
            .should()
            .haveSimpleNameEndingWith("Manager")
            .orShould()
            .haveSimpleNameEndingWith("Helper")
            .orShould()
            .haveSimpleNameEndingWith("Util")
            .orShould()
            .haveSimpleNameEndingWith("Utils")
            .orShould()
            .haveSimpleNameEndingWith("Impl")
            .orShould()
            .haveSimpleNameEndingWith("Data")
            .orShould()
            .haveSimpleNameEndingWith("Info")
            .because("such endings fit anything: name the thing it is (a noun of the field) or what sets it apart"
                    + " (PostgresSagaStore, not SagaStoreImpl)");

    /**
     * Sleeping is guessing how long something takes: too short on a busy machine, too long on every other. A class that has to
     * sleep (say, because it plays a slow bank) is excepted here by name, with its reason beside it.
     */
    @ArchTest
    static final ArchRule nobodySleeps = noClasses()
            // Looks again and again whether a process that it did not start has come up or gone: nobody would tell it.
            .that()
            .doNotHaveFullyQualifiedName("io.querent.spring.embedded.Deadline")
            // Looks again and again whether another process has carried a decision out: nobody tells a desk.
            .and()
            .doNotHaveFullyQualifiedName("io.querent.runtime.action.Waiting")
            .should()
            .callMethod(Thread.class, "sleep", long.class)
            .orShould()
            .callMethod(Thread.class, "sleep", long.class, int.class)
            .orShould()
            .callMethod(TimeUnit.class, "sleep", long.class)
            .because("wait for what you wait for: a latch or a condition with a limit in main code,"
                    + " a settable clock or Awaitility in tests");

    @ArchTest
    static void everyPackageOfMainCodeIsNullMarked(JavaClasses classes) {
        List<String> unmarked = classes.getPackage("io.querent").getSubpackagesInTree().stream()
                .filter(HouseRulesTest::holdsMainClasses)
                // What JMH's annotation processor writes.
                .filter(each -> !each.getName().endsWith(".jmh_generated"))
                .filter(each -> !each.isAnnotatedWith(NullMarked.class))
                .map(JavaPackage::getName)
                .sorted()
                .toList();

        assertThat(unmarked)
                .as(
                        "packages without @NullMarked: add a package-info.java with the annotation and one sentence of purpose")
                .isEmpty();
    }

    private static boolean holdsMainClasses(JavaPackage each) {
        return each.getClasses().stream().anyMatch(HouseRulesTest::isMain);
    }

    private static boolean isMain(JavaClass type) {
        return type.getSource()
                .map(source -> source.getUri().getPath().contains("/target/classes/"))
                .orElse(false);
    }
}
