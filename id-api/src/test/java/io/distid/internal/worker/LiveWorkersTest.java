package io.distid.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

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
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

class LiveWorkersTest {
    private static final String LAYOUT = "time41 worker10 sequence12, tick 1 ms, epoch 0";
    private static final String OTHER = "time41 worker5 sequence17, tick 1 ms, epoch 0";

    private static final String THIRD = "time41 worker8 sequence14, tick 1 ms, epoch 0";

    private static final String LIVE = "io.distid.worker.live:";
    private static final String USES = "io.distid.worker.layout:";

    /** Two stamps, each in the properties that are and in those that the use began with; the count; the mark. */
    private static final int CHANGES_OF_AN_END = 6;

    private final String namespace = "live-" + UUID.randomUUID();
    private long stamp;

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
    void useThatHasLeftTakesAwayNothingWherePropertiesWithoutItHaveTakenThePlaceOfItsOwn() {
        Properties replaced = System.getProperties();
        LiveWorkers.Use use = LiveWorkers.enter(namespace, 7, LAYOUT);
        Properties others = new Properties();
        others.putAll(replaced);
        others.keySet().removeIf(key -> key.toString().contains(namespace));
        System.setProperties(others);
        try {
            LiveWorkers.Use beside = LiveWorkers.enter(namespace, 8, LAYOUT);
            use.leave(Long.MIN_VALUE);
            assertThat(System.getProperty(USES + namespace))
                    .as("by which other class loaders know that the namespace is in use")
                    .isEqualTo("1 " + LAYOUT);
            beside.leave(Long.MIN_VALUE);
        } finally {
            System.setProperties(replaced);
        }
    }

    @Test
    @ResourceLock(value = Resources.SYSTEM_PROPERTIES)
    void stampIsKeptThoughTheEndThatReportedItWasCutShort() {
        try (FailingProperties properties = new FailingProperties()) {
            LiveWorkers.Use use = LiveWorkers.enter(namespace, 7, LAYOUT);
            properties.failAt(0, false);
            assertThatThrownBy(() -> use.leave(5)).isInstanceOf(LinkageError.class);
            use.leave(Long.MIN_VALUE);
            assertThat(LiveWorkers.lastStamp(namespace, 7, LAYOUT)).isEqualTo(5);
        }
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

    @Test
    void useThatHasLeftIsLeftInACopyOfThePropertiesToo() {
        Properties replaced = System.getProperties();
        LiveWorkers.Use use = LiveWorkers.enter(namespace, 7, LAYOUT);
        Properties copy = new Properties();
        copy.putAll(replaced);
        System.setProperties(copy);
        try {
            use.leave(Long.MIN_VALUE);
            LiveWorkers.enter(namespace, 1, OTHER).leave(Long.MIN_VALUE);
        } finally {
            System.setProperties(replaced);
        }
        LiveWorkers.enter(namespace, 1, OTHER).leave(Long.MIN_VALUE);
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

    /** Without the stamp, a successor could repeat ids; without the mark, one could begin before the stamp is known. */
    @Test
    @ResourceLock(value = Resources.SYSTEM_PROPERTIES)
    void endThatIsCutShortAnywhereIsCompletedByASecondCall() {
        int cutShort = 0;
        for (boolean afterEffect : new boolean[] {false, true}) {
            for (int call = 0; cutShort(call, afterEffect, use -> use.leave(stamp)); call++) {
                cutShort++;
            }
        }
        assertThat(cutShort).as("ends that were cut short").isEqualTo(2 * CHANGES_OF_AN_END);
    }

    @Test
    @ResourceLock(value = Resources.SYSTEM_PROPERTIES)
    void endThatIsCutShortAnywhereIsCompletedByTheNextUse() {
        int cutShort = 0;
        for (boolean afterEffect : new boolean[] {false, true}) {
            for (int call = 0; cutShort(call, afterEffect, use -> enterAndLeave(7, LAYOUT)); call++) {
                cutShort++;
            }
        }
        assertThat(cutShort).as("ends that were cut short").isEqualTo(2 * CHANGES_OF_AN_END);
    }

    /** Whether an end was cut short by a failure at that call; if so, it is completed and checked. */
    private boolean cutShort(int call, boolean afterEffect, Consumer<LiveWorkers.Use> completion) {
        stamp++;
        try (FailingProperties properties = new FailingProperties()) {
            LiveWorkers.Use use = LiveWorkers.enter(namespace, 7, LAYOUT);
            LiveWorkers.Use beside = LiveWorkers.enter(namespace, 8, LAYOUT);
            properties.failAt(call, afterEffect);
            Throwable failure = catchThrowable(() -> use.leave(stamp));
            properties.failNoMore();
            boolean cutShort = failure != null;
            if (cutShort) {
                assertThat(failure).isInstanceOf(LinkageError.class).hasMessage("planted");
                // Whoever sees no mark any more sees the stamp.
                assertThat(properties.containsKey(LIVE + namespace + "/7")
                                || LiveWorkers.lastStamp(namespace, 7, LAYOUT) == stamp)
                        .as("guarded after failure %d", call)
                        .isTrue();
                completion.accept(use);
            }
            assertThat(LiveWorkers.lastStamp(namespace, 7, LAYOUT)).isEqualTo(stamp);
            assertThat(properties.getProperty(USES + namespace))
                    .as("uses after failure %d", call)
                    .isEqualTo("1 " + LAYOUT);
            assertThatThrownBy(() -> LiveWorkers.enter(namespace, 1, OTHER)).isInstanceOf(ConfigException.class);
            enterAndLeave(7, LAYOUT);
            beside.leave(Long.MIN_VALUE);
            enterAndLeave(1, OTHER);
            return cutShort;
        }
    }

    @Test
    @ResourceLock(value = Resources.SYSTEM_PROPERTIES)
    void idStaysInUseUntilItsStampIsKnown() {
        try (FailingProperties properties = new FailingProperties()) {
            LiveWorkers.Use use = LiveWorkers.enter(namespace, 7, LAYOUT);
            properties.failAt(0, false);
            assertThatThrownBy(() -> use.leave(5)).isInstanceOf(LinkageError.class);
            // The first change is the newcomer's own.
            properties.failAt(1, false);
            assertThatThrownBy(() -> LiveWorkers.enter(namespace, 7, LAYOUT))
                    .as("what is told is why, not that another generator has the id")
                    .isInstanceOf(LinkageError.class);
            assertThat(properties.getProperty(LIVE + namespace + "/7")).isNotNull();
            enterAndLeave(7, LAYOUT);
            assertThat(properties.getProperty(LIVE + namespace + "/7")).isNull();
            assertThat(LiveWorkers.lastStamp(namespace, 7, LAYOUT)).isEqualTo(5);
        }
    }

    @Test
    @ResourceLock(value = Resources.SYSTEM_PROPERTIES)
    void endThatIsCutShortInACopyOfThePropertiesIsCompletedThere() {
        LiveWorkers.Use use = LiveWorkers.enter(namespace, 7, LAYOUT);
        LiveWorkers.Use beside = LiveWorkers.enter(namespace, 8, LAYOUT);
        try (FailingProperties copy = new FailingProperties()) {
            // The count is taken there, the mark is not yet.
            copy.failAt(1, false);
            assertThatThrownBy(() -> use.leave(Long.MIN_VALUE)).isInstanceOf(LinkageError.class);
            use.leave(Long.MIN_VALUE);
            assertThat(copy.getProperty(USES + namespace)).isEqualTo("1 " + LAYOUT);
            assertThat(copy.getProperty(LIVE + namespace + "/7")).isNull();
            beside.leave(Long.MIN_VALUE);
            assertThat(copy.getProperty(USES + namespace)).isNull();
        }
    }

    @Test
    @ResourceLock(value = Resources.SYSTEM_PROPERTIES)
    void useThatIsCountedButCannotBeginLeavesNothingBehind() {
        try (FailingProperties properties = new FailingProperties()) {
            LiveWorkers.Use beside = LiveWorkers.enter(namespace, 8, LAYOUT);
            properties.failAt(0, true);
            assertThatThrownBy(() -> LiveWorkers.enter(namespace, 7, LAYOUT)).isInstanceOf(LinkageError.class);
            enterAndLeave(7, LAYOUT);
            beside.leave(Long.MIN_VALUE);
            enterAndLeave(7, OTHER);
        }
    }

    private void enterAndLeave(int workerId, String layout) {
        LiveWorkers.enter(namespace, workerId, layout).leave(Long.MIN_VALUE);
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
