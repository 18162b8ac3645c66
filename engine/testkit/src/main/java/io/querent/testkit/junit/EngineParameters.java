package io.querent.testkit.junit;

import io.querent.testkit.bank.FakeBank;
import io.querent.testkit.engine.TestEngine;
import io.querent.testkit.engine.TestStore;
import java.util.Set;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Hands a test what it asks for, and closes it afterwards. */
final class EngineParameters implements ParameterResolver, AfterAllCallback {
    private static final String DATA_SOURCE = "javax.sql.DataSource";
    private static final Set<String> TYPES =
            Set.of(TestStore.class.getName(), TestEngine.class.getName(), FakeBank.class.getName(), DATA_SOURCE);

    private final Stores stores;

    EngineParameters(Stores stores) {
        this.stores = stores;
    }

    /** What is new for each test is so in its constructor, too. */
    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
        return ExtensionContextScope.TEST_METHOD;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return TYPES.contains(parameter.getParameter().getType().getName());
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        if (type.getName().equals(DATA_SOURCE)) {
            return stores.dataSource()
                    .orElseThrow(
                            () -> new ParameterResolutionException(
                                    "QRT-8006 there is no DataSource in memory; run the test on PostgreSQL: @QuerentTest(on = On.POSTGRES)"));
        }
        Surroundings surroundings = context.getStore(Namespace.create(EngineParameters.class, context.getUniqueId()))
                .computeIfAbsent(Surroundings.class, unused -> new Surroundings(stores.open()), Surroundings.class);
        if (type == TestStore.class) {
            return surroundings.store();
        }
        return type == FakeBank.class ? surroundings.bank() : surroundings.engine(context.getTestInstance());
    }

    @Override
    public void afterAll(ExtensionContext context) {
        stores.close();
    }
}
