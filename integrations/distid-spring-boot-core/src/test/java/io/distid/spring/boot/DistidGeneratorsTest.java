package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.SharedObjects;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/** What closing does where a generator's own ends in an error. */
class DistidGeneratorsTest {
    private static final List<IdConfig> OPENED = new ArrayList<>();
    private static final List<Error> CLOSED = new ArrayList<>();
    private static Runnable whileOpened = () -> {};

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private final DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
    private final StandardEnvironment environment = new StandardEnvironment();

    @TempDir
    Path directory;

    private URLClassLoader strategies;
    private DistidGenerators generators;

    /** Only these tests find the strategy below. */
    @BeforeEach
    void offerStrategy() throws IOException {
        Path file = directory.resolve("META-INF/services").resolve(IdGeneratorProvider.class.getName());
        Files.createDirectories(file.getParent());
        Files.writeString(file, Failing.class.getName());
        strategies = new URLClassLoader(
                new URL[] {directory.toUri().toURL()}, getClass().getClassLoader());
        Thread.currentThread().setContextClassLoader(strategies);
        beans.registerSingleton("pool", new SimpleDriverDataSource());
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource(
                        "test",
                        Map.of(
                                "distid.generators.orders.strategy", "failing",
                                "distid.generators.items.strategy", "failing")));
        generators = new DistidGenerators(environment, beans, List.of());
        OPENED.clear();
        CLOSED.clear();
        whileOpened = () -> {};
    }

    @AfterEach
    void withdrawStrategy() throws IOException {
        Thread.currentThread().setContextClassLoader(before);
        strategies.close();
    }

    @Test
    void othersAndDataSourcesAreClosedThoughAnErrorEndsTheCall() {
        generators.openLong("orders");
        generators.openLong("items");
        IdConfig config = OPENED.get(0);
        assertThat(lent(config)).isNotNull();

        assertThatThrownBy(generators::close).satisfies(first -> {
            assertThat(CLOSED).hasSize(2);
            assertThat(first).isSameAs(CLOSED.get(0)).hasSuppressedException(CLOSED.get(1));
        });
        assertThatThrownBy(() -> lent(config)).isInstanceOf(ConfigException.class);
    }

    @Test
    void refusalOfALateGeneratorIsReportedAlthoughClosingItFails() {
        whileOpened = generators::close;
        assertThatThrownBy(() -> generators.openLong("orders"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the application is closed: generator \"orders\" is not opened any more")
                .satisfies(e -> assertThat(e.getSuppressed()).containsExactlyElementsOf(CLOSED));
        assertThat(CLOSED).hasSize(1);
    }

    private static DataSource lent(IdConfig config) {
        return SharedObjects.get(config, "data-source", DataSource.class);
    }

    /** A strategy whose generators cannot be closed. */
    public static final class Failing implements IdGeneratorProvider {
        @Override
        public String name() {
            return "failing";
        }

        @Override
        public IdKind kind() {
            return IdKind.LONG;
        }

        @Override
        public String summary() {
            return "for this test";
        }

        @Override
        public List<ConfigKey> keys() {
            return List.of(ConfigKey.matching("data-source", ".*", "a name", null, "the application's"));
        }

        @Override
        public IdGenerator open(IdConfig config) {
            OPENED.add(config);
            whileOpened.run();
            return new LongIdGenerator() {
                @Override
                public long nextId() {
                    return 1;
                }

                @Override
                public IdTraits traits() {
                    return IdTraits.builder("failing").build();
                }

                @Override
                public void close() {
                    CLOSED.add(new NoClassDefFoundError("a class of the driver"));
                    throw CLOSED.get(CLOSED.size() - 1);
                }
            };
        }
    }
}
