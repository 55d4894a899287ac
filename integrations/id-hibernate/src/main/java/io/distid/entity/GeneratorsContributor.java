package io.distid.entity;

import io.distid.ConfigException;
import io.distid.NamedGenerators;
import java.util.Map;
import org.hibernate.boot.registry.StandardServiceInitiator;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.boot.registry.classloading.spi.ClassLoaderService;
import org.hibernate.service.spi.ServiceContributor;
import org.hibernate.service.spi.ServiceRegistryImplementor;
import org.jspecify.annotations.Nullable;

/**
 * Makes the application's generators known to Hibernate, by the setting {@value #SETTING}. Hibernate finds this class;
 * applications do not use it.
 *
 * <p>Stateless: safe for use by any number of threads.
 */
public final class GeneratorsContributor implements ServiceContributor {

    /**
     * The setting that holds the {@link NamedGenerators}, or the name of an implementing class. The class needs a
     * public constructor without parameters. Its instance is closed with the session factory if it is closeable.
     * Without the setting each name is a strategy's.
     */
    public static final String SETTING = "io.distid.generators";

    /** For Hibernate. */
    public GeneratorsContributor() {}

    @Override
    public void contribute(StandardServiceRegistryBuilder builder) {
        builder.addInitiator(new Initiator());
    }

    private static GeneratorsService service(@Nullable Object setting, ServiceRegistryImplementor registry) {
        if (setting == null) {
            return new GeneratorsService(StrategyGenerators::new, true);
        }
        if (setting instanceof NamedGenerators generators) {
            return new GeneratorsService(() -> generators, false);
        }
        if (setting instanceof String name) {
            return new GeneratorsService(() -> instance(name, registry), true);
        }
        // The error comes at first use: a session factory without the annotation does not need the setting.
        return new GeneratorsService(
                () -> {
                    throw wrong("an instance of " + setting.getClass().getName(), null);
                },
                false);
    }

    private static NamedGenerators instance(String name, ServiceRegistryImplementor registry) {
        try {
            Class<?> type = registry.requireService(ClassLoaderService.class).classForName(name);
            return type.asSubclass(NamedGenerators.class).getConstructor().newInstance();
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw wrong("\"" + name + "\"", e);
        }
    }

    private static ConfigException wrong(String given, @Nullable Exception cause) {
        String message = SETTING + " is " + given + ": must be an instance of " + NamedGenerators.class.getName()
                + ", or the name of such a class with a public constructor without parameters";
        return cause == null ? new ConfigException(message) : new ConfigException(message, cause);
    }

    private static final class Initiator implements StandardServiceInitiator<GeneratorsService> {
        @Override
        public Class<GeneratorsService> getServiceInitiated() {
            return GeneratorsService.class;
        }

        @Override
        public GeneratorsService initiateService(Map<String, Object> settings, ServiceRegistryImplementor registry) {
            return service(settings.get(SETTING), registry);
        }
    }
}
