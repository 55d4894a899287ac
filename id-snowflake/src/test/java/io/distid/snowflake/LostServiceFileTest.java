package io.distid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.ConfigException;
import io.distid.IdGenerators;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** What is said where one jar was made of several, and their files of services were not merged. */
class LostServiceFileTest {

    @Test
    void classWithoutItsServiceFileIsNamedWithTheCure() throws Exception {
        assertThat(message(place(IdGenerators.class), place(Snowflake.class), place(getClass())))
                .contains("class io.distid.snowflake.SnowflakeProvider is there")
                .contains("META-INF/services/io.distid.spi.IdGeneratorProvider")
                .contains("ServicesResourceTransformer");
    }

    @Test
    void moduleThatIsMissingIsNamed() throws Exception {
        assertThat(message(place(IdGenerators.class), place(getClass())))
                .contains("add module id-snowflake, which has snowflake");
    }

    private static URL place(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    private static String message(URL... classPath) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new WithoutServices(classPath)) {
            thread.setContextClassLoader(loader);
            Callable<?> opening = (Callable<?>) loader.loadClass(Opening.class.getName())
                    .getDeclaredConstructor()
                    .newInstance();
            return (String) opening.call();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Runs within that class path. */
    public static final class Opening implements Callable<String> {
        /** By reflection. */
        public Opening() {}

        @Override
        public String call() {
            try {
                IdGenerators.openLong("snowflake", Map.of("worker.id", "1")).close();
                return "opened";
            } catch (ConfigException e) {
                return e.getMessage();
            }
        }
    }

    /** A class path whose files of services are lost. */
    private static final class WithoutServices extends URLClassLoader {
        WithoutServices(URL... classPath) {
            super(classPath, ClassLoader.getPlatformClassLoader());
        }

        @Override
        public URL findResource(String name) {
            return isService(name) ? null : super.findResource(name);
        }

        @Override
        public Enumeration<URL> findResources(String name) throws java.io.IOException {
            return isService(name) ? Collections.emptyEnumeration() : super.findResources(name);
        }

        private static boolean isService(String name) {
            return name.startsWith("META-INF/services/io.distid.");
        }
    }
}
