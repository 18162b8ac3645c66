package io.querent.spring.database;

import io.querent.spring.QuerentDataSource;
import io.querent.spring.StartUpException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Chooses among an application's beans: the one marked {@link QuerentDataSource}, else the primary one, else the only one. Never
 * guesses.
 */
final class DatabaseChoice {
    private final ConfigurableListableBeanFactory beans;
    private final String chooser;

    /** @param chooser name of the bean that will use what is chosen, and is destroyed before it */
    DatabaseChoice(ConfigurableListableBeanFactory beans, String chooser) {
        this.beans = beans;
        this.chooser = chooser;
    }

    /**
     * Chooses.
     *
     * @throws StartUpException when the choice is not clear, or the transaction manager is plainly over another data source
     */
    EngineDatabase make(@Nullable Path embeddedDirectory) {
        String dataSourceName = choose(DataSource.class, StartUpException::whichDataSource)
                .orElseThrow(() -> StartUpException.whichDataSource(List.of()));
        DataSource dataSource = unwrapped(get(dataSourceName, DataSource.class));
        Optional<String> name = choose(PlatformTransactionManager.class, StartUpException::whichTransactionManager);
        if (name.isEmpty()) {
            return new EngineDatabase(
                    dataSource, new JdbcTransactionManager(dataSource), "Querent's own", embeddedDirectory);
        }
        PlatformTransactionManager transactionManager = get(name.get(), PlatformTransactionManager.class);
        if (transactionManager instanceof DataSourceTransactionManager jdbc && jdbc.getDataSource() != dataSource) {
            throw StartUpException.foreignTransactions(name.get());
        }
        return new EngineDatabase(dataSource, transactionManager, name.get(), embeddedDirectory);
    }

    private <T> T get(String name, Class<T> type) {
        beans.registerDependentBean(name, chooser);
        return beans.getBean(name, type);
    }

    private Optional<String> choose(Class<?> type, Function<Collection<String>, StartUpException> unclear) {
        List<String> all = List.of(beans.getBeanNamesForType(type));
        List<String> candidates = all.stream().filter(this::isDefault).toList();
        for (List<String> preferred : List.of(marked(all), primary(candidates), candidates)) {
            if (preferred.size() == 1) {
                return Optional.of(preferred.get(0));
            } else if (preferred.size() > 1) {
                throw unclear.apply(preferred);
            }
        }
        return Optional.empty();
    }

    private List<String> marked(List<String> candidates) {
        return candidates.stream()
                .filter(name -> beans.findAnnotationOnBean(name, QuerentDataSource.class) != null)
                .toList();
    }

    private List<String> primary(List<String> candidates) {
        return candidates.stream()
                .filter(name ->
                        definition(name).filter(BeanDefinition::isPrimary).isPresent())
                .toList();
    }

    /** Beans of which the application says that they are for those who name them are left alone. */
    private boolean isDefault(String name) {
        return definition(name)
                .filter(each -> !each.isAutowireCandidate()
                        || (each instanceof AbstractBeanDefinition detailed && !detailed.isDefaultCandidate()))
                .isEmpty();
    }

    private Optional<BeanDefinition> definition(String name) {
        return beans.containsBeanDefinition(name) ? Optional.of(beans.getMergedBeanDefinition(name)) : Optional.empty();
    }

    /** Transaction managers bind connections under the data source behind such a proxy, not under the proxy. */
    private static DataSource unwrapped(DataSource dataSource) {
        DataSource target =
                dataSource instanceof TransactionAwareDataSourceProxy proxy ? proxy.getTargetDataSource() : null;
        return target == null ? dataSource : target;
    }
}
