package io.querent.decision;

import static io.querent.decision.world.Treatment.decline;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.world.Profiles;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.saga.Downstream;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** C86: wherever the owner is lost, the saga comes to its end by itself, and the books are right. */
class CrashTest {
    private static final Duration BOUND = Duration.ofHours(2);

    @Test
    void c86ACrashAtEveryBoundaryEndsInTheSameBooks() {
        forEveryBoundary(Profiles.BANK, ScriptedWorld::crash, world -> {
            assertThat(world.status()).isEqualTo(SagaStatus.COMPENSATED);
            assertBooks(world);
        });
    }

    @Test
    void c86AnOwnerHeldUpBeyondItsLeaseAtEveryBoundaryEndsInTheSameBooks() {
        forEveryBoundary(Profiles.BANK, world -> world.holdUp(Duration.ofSeconds(3)), world -> {
            assertThat(world.status()).isEqualTo(SagaStatus.COMPENSATED);
            assertBooks(world);
        });
    }

    @Test
    void c86WithoutKeysACrashMayEndInReviewAndNeverInASecondEffect() {
        forEveryBoundary(Profiles.SHOP, ScriptedWorld::crash, world -> {
            assertThat(world.status()).isIn(SagaStatus.COMPENSATED, SagaStatus.IN_REVIEW);
            for (String operation : new String[] {"a", "b", "a.undo", "b.undo"}) {
                assertThat(world.at(operation).effects()).as(operation).isLessThanOrEqualTo(1);
            }
        });
    }

    @Test
    void c86ACrashAtEveryPairOfBoundariesEndsInTheSameBooks() {
        int boundaries = saga(Profiles.BANK).start().run().turns();
        for (int first = 0; first < boundaries; first++) {
            for (int second = 1; second < boundaries; second++) {
                ScriptedWorld world = saga(Profiles.BANK).start().turns(first).crash();
                while (world.isLost()) {
                    world.turn();
                }
                world.turns(second).crash().run();

                assertThat(world.status())
                        .as("crashes at %d and %d later", first, second)
                        .isEqualTo(SagaStatus.COMPENSATED);
                assertBooks(world);
            }
        }
    }

    private static void forEveryBoundary(
            Downstream downstream, UnaryOperator<ScriptedWorld> fault, Consumer<ScriptedWorld> check) {
        int boundaries = saga(downstream).start().run().turns();
        assertThat(boundaries).isGreaterThan(15);
        for (int boundary = 0; boundary <= boundaries; boundary++) {
            ScriptedWorld world = saga(downstream).start().turns(boundary);
            fault.apply(world).run();
            assertThat(Worlds.age(world)).as("a crash at boundary %d", boundary).isLessThan(BOUND);
            check.accept(world);
        }
    }

    /** Two steps that are undone because the third is refused. */
    private static ScriptedWorld saga(Downstream downstream) {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .then("a", step -> step.downstream(downstream).undo())
                .then("b", step -> step.downstream(downstream).undo())
                .then("c", step -> step.downstream(downstream)));
        world.at("c").sends(decline("closed"));
        return world;
    }

    private static void assertBooks(ScriptedWorld world) {
        for (String operation : new String[] {"a", "b", "a.undo", "b.undo"}) {
            assertThat(world.at(operation).effects())
                    .as(() -> "effects(" + operation + ")" + world.describe())
                    .isEqualTo(1);
        }
        assertThat(world.at("c").effects()).isZero();
    }
}
