package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.runtime.admin.SavedViews;
import io.querent.runtime.admin.SavedViews.View;
import org.junit.jupiter.api.Test;

/** Everybody sees their own views and those that are shared. */
class SavedViewsTest extends AdminCase {
    private final SavedViews views = admin.savedViews();

    @Test
    void aViewIsItsOwnersUnlessItIsShared() {
        View own = new View("ann", "stuck", "status=IN_REVIEW", false);
        View shared = new View("bob", "big", "attribute=size:big", true);
        views.keep(own);
        views.keep(shared);
        views.keep(new View("bob", "private", "", false));

        assertThat(views.of("ann")).containsExactly(shared, own);
        assertThat(views.of("carol")).containsExactly(shared);
    }

    @Test
    void theSameNameIsReplacedAndOnlyItsOwnerForgetsIt() {
        views.keep(new View("ann", "stuck", "a=1", true));
        views.keep(new View("ann", "stuck", "a=2", true));

        assertThat(views.of("ann")).extracting(View::query).containsExactly("a=2");
        assertThat(views.forget("bob", "stuck")).isFalse();
        assertThat(views.forget("ann", "stuck")).isTrue();
        assertThat(views.of("ann")).isEmpty();
    }

    @Test
    void nobodyKeepsTooMany() {
        for (int i = 0; i < SavedViews.MOST; i++) {
            views.keep(new View("ann", "view-" + i, "", false));
        }
        views.keep(new View("ann", "view-7", "changed", false));
        views.keep(new View("bob", "view", "", false));

        assertThatThrownBy(() -> views.keep(new View("ann", "one more", "", false)))
                .hasMessageContaining("QRT-6030");
        assertThat(views.of("ann")).hasSize(SavedViews.MOST);
    }

    @Test
    void whatIsMalformedIsRefused() {
        assertThatThrownBy(() -> new View("ann", " ", "", false)).hasMessageContaining("QRT-6024");
        assertThatThrownBy(() -> new View("ann", "x".repeat(61), "", false)).hasMessageContaining("QRT-6024");
        assertThatThrownBy(() -> new View("ann", "x", "q".repeat(2_001), false)).hasMessageContaining("QRT-6024");
        assertThatThrownBy(() -> new View("ann", "x", "a=\0", false)).hasMessageContaining("QRT-6024");
    }
}
