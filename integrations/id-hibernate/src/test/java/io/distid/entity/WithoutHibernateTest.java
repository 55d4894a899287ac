package io.distid.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.distid.IdGenerators;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A class path that has distid and neither Hibernate nor JPA, as that of an application with Spring Data JDBC. */
class WithoutHibernateTest {

    @Test
    void annotationIsReadAndValuesAreDrawn() throws ReflectiveOperationException, java.io.IOException {
        URL[] classPath = {
            location(DistId.class),
            location(IdGenerators.class),
            location(io.distid.uuid.UuidV7.class),
            location(getClass())
        };
        try (URLClassLoader loader = new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
            assertThatExceptionOfType(ClassNotFoundException.class)
                    .isThrownBy(() -> loader.loadClass("org.hibernate.annotations.IdGeneratorType"));
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(loader);
            try {
                Object drawn = loader.loadClass(Drawer.class.getName())
                        .getMethod("draw")
                        .invoke(null);
                assertThat(drawn).asString().matches(".*name=document.* [0-9a-f]{8}-[0-9a-f]{4}-7.*");
            } catch (InvocationTargetException e) {
                throw new AssertionError(e.getCause());
            } finally {
                thread.setContextClassLoader(before);
            }
        }
    }

    private static URL location(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    /** Runs within that class path. */
    public static final class Drawer {
        private Drawer() {}

        @DistId("uuid-v7")
        private String document = "";

        public static String draw() {
            try (StrategyGenerators generators = new StrategyGenerators()) {
                List<IdField> fields = IdFields.of(Drawer.class);
                EntityCheck.require(List.of(Drawer.class), generators);
                return fields + " " + fields.get(0).next(generators);
            }
        }
    }
}
