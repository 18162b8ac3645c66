package io.querent.testkit.junit;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContext;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContextProvider;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Runs a class once for each store that it names. */
final class StoreChoice implements ClassTemplateInvocationContextProvider {
    @Override
    public boolean supportsClassTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getTestClass(), QuerentTest.class);
    }

    @Override
    public Stream<ClassTemplateInvocationContext> provideClassTemplateInvocationContexts(ExtensionContext context) {
        On on = AnnotationSupport.findAnnotation(context.getRequiredTestClass(), QuerentTest.class)
                .map(QuerentTest::on)
                .orElse(On.MEMORY);
        List<Invocation> invocations = on == On.BOTH
                ? List.of(new Invocation(On.MEMORY), new Invocation(On.POSTGRES))
                : List.of(new Invocation(on));
        return invocations.stream().map(each -> each);
    }

    private record Invocation(On on) implements ClassTemplateInvocationContext {
        @Override
        public String getDisplayName(int number) {
            return on == On.MEMORY ? "in memory" : "on PostgreSQL";
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(new EngineParameters(on == On.MEMORY ? Stores.inMemory() : Stores.onPostgres()));
        }
    }
}
