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
 * Lends the application's data sources to the backends of its generators. The settings hold their names. A data source
 * is destroyed after the generators. Safe for use by any number of threads.
 */
final class ApplicationDataSources implements AutoCloseable {
    /** Makes lent names differ where two applications of one process have beans of the same name. */
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final ConfigurableListableBeanFactory beans;
    private final Map<String, Lent> lent = new ConcurrentHashMap<>();
    private volatile boolean closed;

    ApplicationDataSources(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    private record Lent(String name, Registration registration) {}

    /**
     * Lends the only data source, or the primary one of several.
     *
     * @param key the key that can name another data source, for the message
     * @return the name it is lent under; null if the application has no data source
     * @throws ConfigException if the application has several data sources and none is primary
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

    /** Returns the names of the beans for a message: quoted, with a space before each; empty if there are none. */
    String names() {
        return Stream.of(beans.getBeanNamesForType(DataSource.class, true, false))
                .map(name -> " \"" + name + "\"")
                .collect(Collectors.joining(","));
    }

    /**
     * Lends a bean by its name. A name that no data source has is returned unchanged: the backend finds or refuses it.
     */
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
        // A close at the same time may have missed this name.
        if (closed) {
            close();
            throw new IllegalStateException(
                    "the application is closed: data source \"" + bean + "\" is no longer lent");
        }
        return lentName;
    }

    /** Ends all loans. No name is lent afterwards. */
    @Override
    public void close() {
        closed = true;
        lent.values().forEach(each -> each.registration().close());
    }
}
