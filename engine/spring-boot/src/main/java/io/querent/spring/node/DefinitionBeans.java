package io.querent.spring.node;

import io.querent.runtime.work.Definitions;
import io.querent.saga.SagaDefinition;
import io.querent.spring.StartUpException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;

/** The application's definitions. */
final class DefinitionBeans {
    private DefinitionBeans() {}

    /** @throws StartUpException when two beans are definitions of the same name and version */
    static Definitions of(ListableBeanFactory beans) {
        Map<String, String> namesOfBeans = new HashMap<>();
        List<SagaDefinition<?>> definitions = new ArrayList<>();
        BeanFactoryUtils.beansOfTypeIncludingAncestors(beans, SagaDefinition.class)
                .forEach((bean, definition) -> {
                    String other = namesOfBeans.put(definition.toString(), bean);
                    if (other != null) {
                        throw StartUpException.sameDefinition(definition.toString(), other, bean);
                    }
                    definitions.add(definition);
                });
        return new Definitions(definitions);
    }
}
