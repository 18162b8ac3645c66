package io.querent.receiver.spring;

import io.querent.receiver.ReceiverException;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * The database that operations take effect in.
 *
 * @param transactionManager over {@code dataSource}
 */
record ReceiverDatabase(DataSource dataSource, PlatformTransactionManager transactionManager) {

    /** @throws ReceiverException QRT-9150 when it is not clear which one is meant */
    static ReceiverDatabase of(ListableBeanFactory beans, ReceiverProperties properties) {
        return new ReceiverDatabase(
                one(beans, DataSource.class, properties.dataSource(), "querent.receiver.data-source"),
                one(
                        beans,
                        PlatformTransactionManager.class,
                        properties.transactionManager(),
                        "querent.receiver.transaction-manager"));
    }

    private static <T> T one(ListableBeanFactory beans, Class<T> type, @Nullable String name, String property) {
        if (name != null && !name.isEmpty()) {
            return beans.getBean(name, type);
        }
        T only = beans.getBeanProvider(type).getIfUnique();
        if (only != null) {
            return only;
        }
        Map<String, T> all = beans.getBeansOfType(type);
        throw new ReceiverException(
                "QRT-9150",
                "it is not clear where operations are to take effect; expected=one bean of " + type.getSimpleName()
                        + ", found=" + (all.isEmpty() ? "none" : all.keySet()) + "; name the one whose tables the"
                        + " endpoints write: " + property);
    }
}
