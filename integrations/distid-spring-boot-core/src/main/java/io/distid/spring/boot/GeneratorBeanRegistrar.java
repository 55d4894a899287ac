package io.distid.spring.boot;

import io.distid.ConfigException;
import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.LongIdGenerator;
import io.distid.UuidGenerator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Defines a bean for each configured generator, unless the application has a bean of its own for it.
 *
 * <p>The bean of generator {@code orders} is called {@code ordersIdGenerator}, since {@code orders} is what an application calls a repository
 * or a service, and has the qualifier {@code orders}. A factory method makes it, so that ahead-of-time processing can write it down.
 */
final class GeneratorBeanRegistrar implements ImportBeanDefinitionRegistrar {
    static final String SUFFIX = "IdGenerator";

    private final Environment environment;
    private final BeanFactory beans;

    GeneratorBeanRegistrar(Environment environment, BeanFactory beans) {
        this.environment = environment;
        this.beans = beans;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        ConfigurableListableBeanFactory factory = (ConfigurableListableBeanFactory) beans;
        refuseRefreshScope(factory);
        DistidProperties properties = DistidProperties.of(environment);
        Map<String, IdKind> kinds = new TreeMap<>();
        for (String name : properties.generators().keySet()) {
            refuseOtherScopes(factory, name);
            if (find(factory, name) == null) {
                kinds.put(name, properties.strategy(name).kind());
            }
        }
        Map<IdKind, Boolean> hasOwn = new TreeMap<>();
        for (IdKind kind : IdKind.values()) {
            hasOwn.put(kind, factory.getBeanNamesForType(type(kind), true, false).length > 0);
        }
        kinds.forEach((name, kind) -> {
            boolean only = kinds.values().stream().filter(kind::equals).count() == 1;
            registry.registerBeanDefinition(
                    name + SUFFIX, definition(name, kind, only && !hasOwn.getOrDefault(kind, false)));
        });
    }

    private static Class<? extends IdGenerator> type(IdKind kind) {
        return kind == IdKind.LONG ? LongIdGenerator.class : UuidGenerator.class;
    }

    private static RootBeanDefinition definition(String name, IdKind kind, boolean primary) {
        RootBeanDefinition definition = new RootBeanDefinition();
        definition.setTargetType(type(kind));
        definition.setFactoryBeanName(DistidAutoConfiguration.GENERATORS);
        definition.setFactoryMethodName(kind == IdKind.LONG ? "openLong" : "openUuid");
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
        definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, name));
        definition.setPrimary(primary);
        // Generators are closed together, once every bean that uses one of them is gone.
        definition.setDestroyMethodName("");
        return definition;
    }

    /**
     * Finds the bean of a generator by the bean's own name, with or without the suffix, or by its qualifier. If there
     * are several, it takes the same bean as injection by that qualifier. So an entity and a service use the same
     * generator.
     *
     * @return the bean's name; null if there is none
     * @throws ConfigException if there are several, and injection would have no choice either
     */
    static @Nullable String find(ConfigurableListableBeanFactory factory, String name) {
        List<String> found = named(factory, name, false);
        if (found.size() < 2) {
            return found.isEmpty() ? null : found.get(0);
        }
        List<String> qualified =
                found.stream().filter(bean -> isQualified(factory, bean, name)).toList();
        if (qualified.size() == 1) {
            return qualified.get(0);
        }
        List<String> primary = qualified.stream()
                .filter(bean -> is(factory, bean, BeanDefinition::isPrimary))
                .toList();
        if (primary.size() == 1) {
            return primary.get(0);
        }
        List<String> regular = qualified.stream()
                .filter(bean -> !is(factory, bean, BeanDefinition::isFallback))
                .toList();
        if (primary.isEmpty() && regular.size() == 1) {
            return regular.get(0);
        }
        throw new ConfigException("beans " + qualified.stream().collect(Collectors.joining("\" and \"", "\"", "\""))
                + " are each a generator \"" + name + "\": give all but one another name or qualifier, or make one of"
                + " those with the qualifier primary");
    }

    /** Whether a bean was defined here. */
    static boolean isConfigured(ConfigurableListableBeanFactory factory, String bean) {
        return factory.containsBeanDefinition(bean)
                && DistidAutoConfiguration.GENERATORS.equals(
                        factory.getBeanDefinition(bean).getFactoryBeanName());
    }

    /** Whether at least one bean has a generator's name. */
    static boolean isNamed(ConfigurableListableBeanFactory factory, String name) {
        return !named(factory, name, false).isEmpty();
    }

    private static List<String> named(ConfigurableListableBeanFactory factory, String name, boolean ofAnyScope) {
        return Stream.of(factory.getBeanNamesForType(IdGenerator.class, ofAnyScope, false))
                .filter(bean -> bean.equals(name + SUFFIX) || isQualified(factory, bean, name))
                .toList();
    }

    /** Whether a bean has a qualifier, by the rules of injection: a bean's own name is a qualifier, too. */
    private static boolean isQualified(ConfigurableListableBeanFactory factory, String bean, String name) {
        return BeanFactoryAnnotationUtils.isQualifierMatch(name::equals, bean, factory);
    }

    private static boolean is(
            ConfigurableListableBeanFactory factory, String bean, Predicate<BeanDefinition> property) {
        return factory.containsBeanDefinition(bean) && property.test(factory.getMergedBeanDefinition(bean));
    }

    /** The name of a bean's generator, as {@link #find} takes it. */
    static String generatorName(String bean) {
        return bean.endsWith(SUFFIX) && bean.length() > SUFFIX.length()
                ? bean.substring(0, bean.length() - SUFFIX.length())
                : bean;
    }

    /**
     * Refuses scopes other than singleton. Each injection would open one more generator, beside the configured one of
     * that name.
     */
    private static void refuseOtherScopes(ConfigurableListableBeanFactory factory, String name) {
        for (String bean : named(factory, name, true)) {
            if (!ScopedProxyUtils.isScopedTarget(bean) && is(factory, bean, definition -> !definition.isSingleton())) {
                throw new ConfigException("bean \"" + bean + "\" is an id generator in scope \""
                        + factory.getMergedBeanDefinition(bean).getScope() + "\", and "
                        + GeneratorNames.settings(name)
                        + " configures one of that name: make the bean a singleton, or remove those settings");
            }
        }
    }

    /** Refuses the refresh scope. A refresh would close a generator that is in use, and lease another worker id. */
    private static void refuseRefreshScope(ConfigurableListableBeanFactory factory) {
        for (String bean : factory.getBeanNamesForType(IdGenerator.class, true, false)) {
            String name = BeanFactoryUtils.transformedBeanName(bean);
            if (factory.containsBeanDefinition(name)
                    && "refresh".equals(factory.getBeanDefinition(name).getScope())) {
                throw new ConfigException("bean \"" + name
                        + "\" is an id generator in scope \"refresh\", which is not supported: a refresh"
                        + " would close it while it is in use; remove @RefreshScope, and restart the"
                        + " application when its settings change");
            }
        }
    }
}
