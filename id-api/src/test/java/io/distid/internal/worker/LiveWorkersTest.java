package io.distid.internal.worker;

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
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

class LiveWorkersTest {
    private static final String LAYOUT = "time41 worker10 sequence12, tick 1 ms, epoch 0";
    private static final String OTHER = "time41 worker5 sequence17, tick 1 ms, epoch 0";

    private static final String THIRD = "time41 worker8 sequence14, tick 1 ms, epoch 0";

    private static final String LIVE = "io.distid.worker.live:";
    private static final String USES = "io.distid.worker.layout:";

    private final String namespace = "live-" + UUID.randomUUID();

    @Test
    void secondUseIsRefusedUntilTheFirstHasLeft() {
        LiveWorkers.Use use = LiveWorkers.enter(namespace, 7, LAYOUT);
        assertThatThrownBy(() -> LiveWorkers.enter(namespace, 7, LAYOUT))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("worker id 7 of namespace \"" + namespace + "\" is in use by another generator");
        LiveWorkers.enter(namespace, 8, LAYOUT).leave(Long.MIN_VALUE);
        use.leave(5);
        LiveWorkers.enter(namespace, 7, LAYOUT).leave(3);
        assertThat(LiveWorkers.lastStamp(namespace, 7, LAYOUT))
                .as("the later of both stamps")
                .isEqualTo(5);
        assertThat(LiveWorkers.lastStamp(namespace, 8, LAYOUT))
                .as("of one that stamped nothing")
                .isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void oneOfSeveralThreadsGetsAnId() {
        for (int round = 0; round < 500; round++) {
            int workerId = round;
            AtomicInteger granted = new AtomicInteger();
            CyclicBarrier together = new CyclicBarrier(4);
            Runnable racer = () -> {
                try {
                    together.await(1, TimeUnit.MINUTES);
                    LiveWorkers.enter(namespace, workerId, LAYOUT);
                    granted.incrementAndGet();
                } catch (ConfigException e) {
                    // Another thread has it.
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            };
            CompletableFuture.allOf(runAsync(racer), runAsync(racer), runAsync(racer), runAsync(racer))
                    .join();
            assertThat(granted).hasValue(1);
        }
        assertThat(System.getProperty("io.distid.worker.layout:" + namespace)).isEqualTo("500 " + LAYOUT);
    }

    private static CompletableFuture<Void> runAsync(Runnable racer) {
        return CompletableFuture.runAsync(racer, racing -> new Thread(racing).start());
    }

    @Test
    void useThatHasLeftDoesNotEndItsSuccessor() {
        LiveWorkers.Use first = LiveWorkers.enter(namespace, 7, LAYOUT);
        first.leave(1);
        LiveWorkers.Use second = LiveWorkers.enter(namespace, 7, LAYOUT);
        first.leave(2);
        assertThatThrownBy(() -> LiveWorkers.enter(namespace, 7, LAYOUT)).isInstanceOf(ConfigException.class);
        second.leave(Long.MIN_VALUE);
        assertThat(LiveWorkers.lastStamp(namespace, 7, LAYOUT)).isEqualTo(1);
    }

    /** Worker id 32 of the one layout is the same bits as 1 of the other. */
    @Test
    void anotherLayoutInTheNamespaceIsRefusedWhileOneIsInUse() {
        LiveWorkers.Use first = LiveWorkers.enter(namespace, 32, LAYOUT);
        LiveWorkers.Use second = LiveWorkers.enter(namespace, 33, LAYOUT);
        first.leave(Long.MIN_VALUE);
        assertThatThrownBy(() -> LiveWorkers.enter(namespace, 1, OTHER))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("namespace \"" + namespace + "\"", LAYOUT, OTHER, "take another namespace");
        LiveWorkers.enter("other-" + namespace, 1, OTHER).leave(Long.MIN_VALUE);
        second.leave(Long.MIN_VALUE);
        LiveWorkers.Use other = LiveWorkers.enter(namespace, 1, OTHER);
        assertThatThrownBy(() -> LiveWorkers.enter(namespace, 32, LAYOUT)).isInstanceOf(ConfigException.class);
        other.leave(Long.MIN_VALUE);
        LiveWorkers.enter(namespace, 1, LAYOUT).leave(Long.MIN_VALUE);
    }

    @Test
    void idsOfOneLayoutBeginAboveThoseOfAnother() {
        LiveWorkers.enter(namespace, 32, LAYOUT).leave(5);
        assertThat(LiveWorkers.lastStamp(namespace, 1, OTHER)).isEqualTo(5);
        assertThat(LiveWorkers.lastStamp(namespace, 1, LAYOUT))
                .as("of the same layout, whose ids cannot be equal")
                .isEqualTo(Long.MIN_VALUE);
        LiveWorkers.enter(namespace, 1, OTHER).leave(8);
        assertThat(LiveWorkers.lastStamp(namespace, 33, LAYOUT)).isEqualTo(8);
        assertThat(LiveWorkers.lastStamp(namespace, 2, OTHER))
                .as("after its own layout was the last one that stamped")
                .isEqualTo(5);
        LiveWorkers.enter(namespace, 34, LAYOUT).leave(7);
        LiveWorkers.enter(namespace, 35, LAYOUT).leave(6);
        assertThat(LiveWorkers.lastStamp(namespace, 2, OTHER)).isEqualTo(7);
        assertThat(LiveWorkers.lastStamp(namespace, 36, LAYOUT)).isEqualTo(8);
        assertThat(LiveWorkers.lastStamp(namespace, 32, OTHER))
                .as("more than what was stamped on the worker id itself")
                .isEqualTo(7);
    }

    @Test
    void idsBeginAboveThoseOfEachOtherLayoutThoughThatOfTheLastOneIsLower() {
        LiveWorkers.enter(namespace, 1, OTHER).leave(8);
        LiveWorkers.enter(namespace, 32, LAYOUT).leave(5);
        assertThat(LiveWorkers.lastStamp(namespace, 2, THIRD)).isEqualTo(8);
        LiveWorkers.enter(namespace, 32, LAYOUT).leave(9);
        assertThat(LiveWorkers.lastStamp(namespace, 2, THIRD)).isEqualTo(9);
    }

    @Test
    @ResourceLock(value = Resources.SYSTEM_PROPERTIES)
    void usesAndStampsHoldAfterThePropertiesWereReplaced() {
        Properties replaced = System.getProperties();
        LiveWorkers.enter(namespace, 8, LAYOUT).leave(6);
        LiveWorkers.Use use = LiveWorkers.enter(namespace, 7, LAYOUT);
        try {
            Properties others = new Properties();
            others.putAll(replaced);
            others.keySet().removeIf(key -> key.toString().contains(namespace));
            System.setProperties(others);
            assertThatThrownBy(() -> LiveWorkers.enter(namespace, 7, LAYOUT)).isInstanceOf(ConfigException.class);
            assertThatThrownBy(() -> LiveWorkers.enter(namespace, 9, OTHER)).isInstanceOf(ConfigException.class);
            assertThat(LiveWorkers.lastStamp(namespace, 8, LAYOUT)).isEqualTo(6);
            assertThat(LiveWorkers.lastStamp(namespace, 1, OTHER)).isEqualTo(6);
            use.leave(7);
            assertThat(LiveWorkers.lastStamp(namespace, 7, LAYOUT)).isEqualTo(7);
        } finally {
            System.setProperties(replaced);
        }
        // Its mark is gone from those that it was made in, too.
        LiveWorkers.enter(namespace, 7, OTHER).leave(Long.MIN_VALUE);
    }

    /** Somebody wrote into the properties what is none of ours. */
    @Test
    void useThatCannotBeMarkedLeavesNothingBehind() {
        String uses = USES + namespace;
        System.setProperty(uses, "two " + LAYOUT);
        assertThatThrownBy(() -> LiveWorkers.enter(namespace, 7, LAYOUT)).isInstanceOf(NumberFormatException.class);
        System.clearProperty(uses);
        LiveWorkers.enter(namespace, 7, LAYOUT).leave(Long.MIN_VALUE);
    }

    @Test
    void useTakesAwayNoMarkButItsOwn() {
        LiveWorkers.Use use = LiveWorkers.enter(namespace, 7, LAYOUT);
        String mark = LIVE + namespace + "/7";
        System.setProperty(mark, "one of another class loader, made after somebody removed this one's");
        use.leave(Long.MIN_VALUE);
        assertThatThrownBy(() -> LiveWorkers.enter(namespace, 7, LAYOUT)).isInstanceOf(ConfigException.class);
        System.clearProperty(mark);
        LiveWorkers.enter(namespace, 7, LAYOUT).leave(Long.MIN_VALUE);
    }

    /** As those of two web applications of one JVM. */
    @Test
    void anotherClassLoaderSeesUsesAndStamps() throws Exception {
        LiveWorkers.Use use = LiveWorkers.enter(namespace, 7, LAYOUT);
        List<URL> classes = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            classes.add(url(Path.of(entry)));
        }
        try (URLClassLoader application =
                new URLClassLoader(classes.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Class<?> copy = application.loadClass(LiveWorkers.class.getName());
            assertThat(copy).isNotSameAs(LiveWorkers.class);
            Method enter = copy.getDeclaredMethod("enter", String.class, int.class, String.class);
            Method lastStamp = copy.getDeclaredMethod("lastStamp", String.class, int.class, String.class);
            enter.setAccessible(true);
            lastStamp.setAccessible(true);
            assertThatThrownBy(() -> enter.invoke(null, namespace, 7, LAYOUT))
                    .isInstanceOf(InvocationTargetException.class)
                    .cause()
                    .hasMessageContaining("is in use by another generator of this process");
            use.leave(9);
            assertThat(lastStamp.invoke(null, namespace, 7, LAYOUT)).isEqualTo(9L);
            assertThat(lastStamp.invoke(null, namespace, 1, OTHER)).isEqualTo(9L);
        }
    }

    private static URL url(Path entry) throws MalformedURLException {
        return entry.toUri().toURL();
    }
}
