package io.querent.admin.console.door;

import java.util.List;

/**
 * What the sign-in page shows.
 *
 * @param message what came of the last try; empty at first
 * @param tone how it looks
 * @param providers identity providers
 */
public record SignInView(String message, String tone, List<Provider> providers) {
    public SignInView {
        providers = List.copyOf(providers);
    }

    /** An identity provider and where signing in there begins. */
    public record Provider(String name, String path) {}
}
