package io.distid.spring.boot;

import io.distid.ConfigException;
import io.distid.spi.SharedObjects;
import io.distid.spi.SharedObjects.Registration;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.DestructionAwareBeanPostProcessor;

/**
 * Lends the application's data sources under the names of their beans. The application's own code can then name one,
 * such as {@code data-source=dataSource} of a lock. If several applications of a process have a bean of that name, the
 * last started one counts. Spring's tests keep several contexts, for example. Safe for use by any number of threads.
 */
final class NamedDataSources implements DestructionAwareBeanPostProcessor {
    /** The data sources of all applications by the name of the bean; guarded by itself. */
    private static final Map<String, Owners> NAMED = new LinkedHashMap<>();

    private final BeanFactory beans;

    NamedDataSources(BeanFactory beans) {
        this.beans = beans;
    }

    private static final class Owners {
        private final Map<NamedDataSources, DataSource> each = new LinkedHashMap<>();
        private @Nullable Registration registration;

        void update(String name) {
            if (registration != null) {
                registration.close();
                registration = null;
            }
            DataSource last = null;
            for (DataSource started : each.values()) {
                last = started;
            }
            if (last != null) {
                try {
                    registration = SharedObjects.register(name, last);
                } catch (ConfigException e) {
                    // The application shares an object under this name itself, which takes precedence.
                    registration = null;
                }
            }
        }
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        // An inner bean cannot be found by a name. A bean of another scope has no single instance.
        if (bean instanceof DataSource dataSource && beans.containsBean(name) && beans.isSingleton(name)) {
            synchronized (NAMED) {
                Owners owners = NAMED.computeIfAbsent(name, key -> new Owners());
                owners.each.put(this, dataSource);
                owners.update(name);
            }
        }
        return bean;
    }

    @Override
    public boolean requiresDestruction(Object bean) {
        return bean instanceof DataSource;
    }

    @Override
    public void postProcessBeforeDestruction(Object bean, String name) {
        synchronized (NAMED) {
            Owners owners = NAMED.get(name);
            if (owners != null && owners.each.remove(this) != null) {
                owners.update(name);
                if (owners.each.isEmpty()) {
                    NAMED.remove(name);
                }
            }
        }
    }
}
