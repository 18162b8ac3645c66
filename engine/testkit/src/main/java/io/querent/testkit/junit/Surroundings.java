package io.querent.testkit.junit;

import io.querent.saga.SagaDefinition;
import io.querent.testkit.bank.FakeBank;
import io.querent.testkit.engine.TestEngine;
import io.querent.testkit.engine.TestStore;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/** What one test works with. Closed by JUnit when the test is over. */
final class Surroundings implements AutoCloseable {
    private final TestStore store;
    private final List<FakeBank> banks = new ArrayList<>();
    private int nodes;

    Surroundings(TestStore store) {
        this.store = store;
    }

    TestStore store() {
        return store;
    }

    FakeBank bank() {
        FakeBank bank = FakeBank.by(store.clock());
        banks.add(bank);
        return bank;
    }

    /** Each one that is asked for is a node of its own: a, b, … */
    TestEngine engine(Optional<Object> test) {
        Object instance = test.orElseThrow(() -> new ParameterResolutionException(
                "QRT-8007 an engine is there for test methods alone: the definitions that it runs are in fields of the test, which"
                        + " its constructor is about to fill"));
        List<SagaDefinition<?>> definitions = definitions(instance);
        if (definitions.isEmpty()) {
            throw new ParameterResolutionException("QRT-8008 the engine has nothing to run; test="
                    + instance.getClass().getName() + "; mark the field that holds the definition with @Runs");
        }
        String name = String.valueOf((char) ('a' + nodes++));
        return store.node(TestStore.settings(name), definitions);
    }

    /** Calls that hang end first, so that the engines do not wait for them. */
    @Override
    public void close() {
        banks.forEach(FakeBank::close);
        store.close();
    }

    private static List<SagaDefinition<?>> definitions(Object instance) {
        List<SagaDefinition<?>> definitions = new ArrayList<>();
        for (Field field : AnnotationSupport.findAnnotatedFields(instance.getClass(), Runs.class)) {
            Object value = read(field, instance);
            if (value instanceof Collection<?> several) {
                several.forEach(each -> definitions.add((SagaDefinition<?>) each));
            } else {
                definitions.add((SagaDefinition<?>) value);
            }
        }
        return definitions;
    }

    private static Object read(Field field, Object instance) {
        try {
            return ReflectionSupport.tryToReadFieldValue(field, instance).getNonNull();
        } catch (Exception unreadable) {
            throw new ParameterResolutionException("the definition in " + field + " cannot be read", unreadable);
        }
    }
}
