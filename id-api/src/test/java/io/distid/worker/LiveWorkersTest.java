package io.distid.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LiveWorkersTest {
    private final String namespace = "live-" + UUID.randomUUID();

    @Test
    void secondUseIsRefusedUntilTheFirstHasLeft() {
        LiveWorkers.Use use = LiveWorkers.enter(namespace, 7);
        assertThatThrownBy(() -> LiveWorkers.enter(namespace, 7))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("worker id 7 of namespace \"" + namespace + "\" is in use by another generator");
        LiveWorkers.enter(namespace, 8).leave(Long.MIN_VALUE);
        use.leave(5);
        LiveWorkers.enter(namespace, 7).leave(3);
        assertThat(LiveWorkers.lastStamp(namespace, 7))
                .as("the later of both stamps")
                .isEqualTo(5);
        assertThat(LiveWorkers.lastStamp(namespace, 8))
                .as("of one that stamped nothing")
                .isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void useThatHasLeftDoesNotEndItsSuccessor() {
        LiveWorkers.Use first = LiveWorkers.enter(namespace, 7);
        first.leave(1);
        LiveWorkers.Use second = LiveWorkers.enter(namespace, 7);
        first.leave(2);
        assertThatThrownBy(() -> LiveWorkers.enter(namespace, 7)).isInstanceOf(ConfigException.class);
        second.leave(Long.MIN_VALUE);
        assertThat(LiveWorkers.lastStamp(namespace, 7)).isEqualTo(1);
    }

    /** As those of two web applications of one JVM. */
    @Test
    void anotherClassLoaderSeesUsesAndStamps() throws Exception {
        LiveWorkers.Use use = LiveWorkers.enter(namespace, 7);
        List<URL> classes = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            classes.add(url(Path.of(entry)));
        }
        try (URLClassLoader application =
                new URLClassLoader(classes.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Class<?> copy = application.loadClass(LiveWorkers.class.getName());
            assertThat(copy).isNotSameAs(LiveWorkers.class);
            Method enter = copy.getDeclaredMethod("enter", String.class, int.class);
            Method lastStamp = copy.getDeclaredMethod("lastStamp", String.class, int.class);
            enter.setAccessible(true);
            lastStamp.setAccessible(true);
            assertThatThrownBy(() -> enter.invoke(null, namespace, 7))
                    .isInstanceOf(InvocationTargetException.class)
                    .cause()
                    .hasMessageContaining("is in use by another generator of this process");
            use.leave(9);
            assertThat(lastStamp.invoke(null, namespace, 7)).isEqualTo(9L);
        }
    }

    private static URL url(Path entry) throws MalformedURLException {
        return entry.toUri().toURL();
    }
}
