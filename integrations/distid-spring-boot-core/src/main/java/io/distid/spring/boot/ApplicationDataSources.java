package io.distid.spring.boot;

import io.distid.ConfigException;
import io.distid.spi.SharedObjects;
import io.distid.spi.SharedObjects.Registration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.NamedBeanHolder;

/**
 * The application's data sources, lent to the backends of its generators by names that settings hold. A data source is destroyed after the generators. Safe for use by any
 * number of threads.
 */
final class ApplicationDataSources implements AutoCloseable {
    /** Applications of one process may have beans of one name. */
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final ConfigurableListableBeanFactory beans;
    private final Map<String, Lent> lent = new ConcurrentHashMap<>();
    private volatile boolean closed;

    ApplicationDataSources(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    private record Lent(String name, Registration registration) {}

    /**
     * Lends the only one, or the primary one of several.
     *
     * @param key which names another one
     * @return the name it is lent by; null if the application has none
     * @throws ConfigException if it has several, none of which is primary
     */
    @Nullable
    String lendPrimary(String key) {
        try {
            NamedBeanHolder<DataSource> found = beans.resolveNamedBean(DataSource.class);
            return lend(found.getBeanName(), found.getBeanInstance());
        } catch (NoUniqueBeanDefinitionException e) {
            throw new ConfigException(
                    "the application has several data sources, none of which is primary: name one in key \"" + key
                            + "\"; it must be one of " + String.join(", ", beans.getBeanNamesForType(DataSource.class)),
                    e);
        } catch (NoSuchBeanDefinitionException e) {
            return null;
        }
    }

    /** For a message: the names of the beans, quoted, with a space before; nothing if there is none. */
    String names() {
        return Stream.of(beans.getBeanNamesForType(DataSource.class, true, false))
                .map(name -> " \"" + name + "\"")
                .collect(Collectors.joining(","));
    }

    /** Lends a bean by its name; a name that no data source has is returned as it is, for the backend to find or refuse. */
    String lend(String bean) {
        return beans.containsBean(bean) && beans.isTypeMatch(bean, DataSource.class)
                ? lend(bean, beans.getBean(bean, DataSource.class))
                : bean;
    }

    private String lend(String bean, DataSource dataSource) {
        String lentName = lent.computeIfAbsent(bean, key -> {
                    beans.registerDependentBean(bean, DistidAutoConfiguration.GENERATORS);
                    String name = bean + "-" + COUNT.incrementAndGet();
                    return new Lent(name, SharedObjects.register(name, dataSource));
                })
                .name();
        // Closing may have passed over a name that a generator which is still being opened lends.
        if (closed) {
            close();
            throw new IllegalStateException(
                    "the application is closed: data source \"" + bean + "\" is not lent any more");
        }
        return lentName;
    }

    /** Takes all names back. None is lent afterwards. */
    @Override
    public void close() {
        closed = true;
        lent.values().forEach(each -> each.registration().close());
    }
}
