package io.distid.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StrategyGeneratorsTest {
    private static final List<String> CLOSED = new ArrayList<>();

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    @TempDir
    Path directory;

    private URLClassLoader strategies;

    /** Only these tests find the strategies below. */
    @BeforeEach
    void offerStrategies() throws IOException {
        Path file = directory.resolve("META-INF/services").resolve(IdGeneratorProvider.class.getName());
        Files.createDirectories(file.getParent());
        Files.write(file, List.of(WithError.class.getName(), WithException.class.getName(), Sound.class.getName()));
        strategies = new URLClassLoader(
                new URL[] {directory.toUri().toURL()}, getClass().getClassLoader());
        Thread.currentThread().setContextClassLoader(strategies);
        CLOSED.clear();
    }

    @AfterEach
    void withdrawStrategies() throws IOException {
        Thread.currentThread().setContextClassLoader(before);
        strategies.close();
    }

    @Test
    void allAreClosedThoughAnErrorAndAnExceptionEndTwoOfTheCalls() {
        StrategyGenerators generators = new StrategyGenerators();
        List<String> names = List.of("with-error", "with-exception", "sound");
        names.forEach(generators::get);

        assertThatThrownBy(generators::close)
                .isInstanceOfAny(NoClassDefFoundError.class, BackendException.class)
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));

        assertThat(CLOSED).containsExactlyInAnyOrderElementsOf(names);
        generators.close();
        assertThat(CLOSED).hasSize(3);
    }

    public static final class WithError extends Closing {
        public WithError() {
            super("with-error", () -> {
                throw new NoClassDefFoundError("a class of the driver");
            });
        }
    }

    public static final class WithException extends Closing {
        public WithException() {
            super("with-exception", () -> {
                throw new BackendException("the store does not answer");
            });
        }
    }

    public static final class Sound extends Closing {
        public Sound() {
            super("sound", () -> {});
        }
    }

    /** A strategy whose generators do something when they are closed. */
    abstract static class Closing implements IdGeneratorProvider {
        private final String name;
        private final Runnable onClose;

        Closing(String name, Runnable onClose) {
            this.name = name;
            this.onClose = onClose;
        }

        @Override
        public String name() {
            return name;
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
            return List.of();
        }

        @Override
        public IdGenerator open(IdConfig config) {
            return new LongIdGenerator() {
                @Override
                public long nextId() {
                    return 1;
                }

                @Override
                public IdTraits traits() {
                    return IdTraits.builder(name).build();
                }

                @Override
                public void close() {
                    CLOSED.add(name);
                    onClose.run();
                }
            };
        }
    }
}
