package io.querent.spring.axon;

import java.util.List;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.messaging.Message;
import org.axonframework.spring.config.MessageHandlerLookup;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;

/** Beans with {@code @EventHandler} methods, those of one processor in the order that Spring would call them in. */
final class EventHandlerBeans {
    private EventHandlerBeans() {}

    static List<Object> in(ConfigurableListableBeanFactory beans) {
        return MessageHandlerLookup.messageHandlerBeans(eventMessages(), beans).stream()
                .map(beans::getBean)
                .sorted(AnnotationAwareOrderComparator.INSTANCE)
                .toList();
    }

    /** A class literal knows no type arguments, and the look-up wants them. */
    @SuppressWarnings("unchecked")
    private static Class<? extends Message<?>> eventMessages() {
        return (Class<? extends Message<?>>) (Class<?>) EventMessage.class;
    }
}
