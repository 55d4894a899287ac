package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.StoreRegressedException;
import io.distid.spi.IdConfig;
import io.distid.spi.Segment;
import io.distid.testservers.EtcdServer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class EtcdSegmentStoreTest {
    private final EtcdServer server = EtcdFixture.server();
    private final String prefix = "segments-" + UUID.randomUUID();
    private final String maximum = prefix + "/max/orders";
    private final String step = prefix + "/step/orders";
    private final AtomicReference<Runnable> beforeAClaimIsSent = new AtomicReference<>(() -> {});
    private final AtomicReference<Runnable> afterAClaimIsSent = new AtomicReference<>(() -> {});
    private final AtomicReference<Runnable> beforeAKeyIsRead = new AtomicReference<>(() -> {});

    @Test
    void rangeIsRememberedThoughTheTagWasMissingWhileItWasClaimed() {
        EtcdSegmentStore store = open();
        try {
            make();
            beforeAClaimIsSent.set(() -> {
                EtcdFixture.delete(server, maximum, step);
                assertThatThrownBy(() -> store.step("orders")).isInstanceOf(ConfigException.class);
                make();
            });
            assertThat(store.claim("orders", 10)).isEqualTo(new Segment(1, 11));
            EtcdFixture.delete(server, maximum, step);
            assertThatThrownBy(() -> store.claim("orders", 10))
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("10 was seen in it before");
            make();
            assertThatThrownBy(() -> store.claim("orders", 10)).isInstanceOf(StoreRegressedException.class);
        } finally {
            store.close();
        }
    }

    /** What one of two callers is granted is known to the other, whose counter took the place of the first one's. */
    @Test
    void rangeIsRememberedThoughTheTagWasMissingAndAskedForAgainWhileItWasClaimed() {
        EtcdSegmentStore store = open();
        try {
            make();
            beforeAClaimIsSent.set(() -> {
                EtcdFixture.delete(server, maximum, step);
                assertThatThrownBy(() -> store.step("orders")).isInstanceOf(ConfigException.class);
                make();
                assertThat(store.step("orders")).isEqualTo(10);
            });
            assertThat(store.claim("orders", 10)).isEqualTo(new Segment(1, 11));
            EtcdFixture.delete(server, maximum, step);
            assertThatThrownBy(() -> store.claim("orders", 10)).isInstanceOf(StoreRegressedException.class);
            make();
            assertThatThrownBy(() -> store.claim("orders", 10)).isInstanceOf(StoreRegressedException.class);
        } finally {
            store.close();
        }
    }

    @Test
    void rangeIsRememberedThoughALowerOneOfAnotherCounterIsKeptAfterIt() {
        EtcdSegmentStore store = open();
        try {
            make();
            beforeAClaimIsSent.set(() -> {
                EtcdFixture.delete(server, maximum, step);
                assertThatThrownBy(() -> store.step("orders")).isInstanceOf(ConfigException.class);
                make();
                // The first was of the tag that is gone, and finds the one that was made.
                beforeAClaimIsSent.set(() -> afterAClaimIsSent.set(
                        () -> assertThat(store.claim("orders", 10)).isEqualTo(new Segment(11, 21))));
            });
            assertThat(store.claim("orders", 10)).isEqualTo(new Segment(1, 11));
            EtcdFixture.put(server, maximum, "10");
            assertThatThrownBy(() -> store.claim("orders", 10)).isInstanceOf(StoreRegressedException.class);
        } finally {
            store.close();
        }
    }

    @Test
    void rangeIsRememberedThoughItWasOfferedAndNotTakenBack() {
        EtcdSegmentStore store = open();
        try {
            make();
            assertThat(store.claim("orders", 10)).isEqualTo(new Segment(1, 11));
            // The same number of another revision: others may have claimed and given back meanwhile.
            EtcdFixture.put(server, maximum, "10");
            assertThat(store.giveBack("orders", new Segment(6, 11))).isFalse();
            EtcdFixture.put(server, maximum, "5");
            assertThatThrownBy(() -> store.claim("orders", 10))
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("10 was seen in it before");
        } finally {
            store.close();
        }
    }

    /** Who finds the tag missing forgets no counter but the one that it asked by. */
    @Test
    void rangeIsRememberedThoughACallThatBeganBeforeItFindsTheTagMissing() {
        EtcdSegmentStore store = open();
        try {
            beforeAKeyIsRead.set(() -> {
                assertThatThrownBy(() -> store.step("orders")).isInstanceOf(ConfigException.class);
                make();
                assertThat(store.claim("orders", 10)).isEqualTo(new Segment(1, 11));
                EtcdFixture.delete(server, maximum, step);
            });
            assertThatThrownBy(() -> store.claim("orders", 10)).isInstanceOf(ConfigException.class);
            make();
            assertThatThrownBy(() -> store.claim("orders", 10)).isInstanceOf(StoreRegressedException.class);
        } finally {
            store.close();
        }
    }

    /** Others, which have not seen how far it was, would be granted its first numbers once more. */
    @Test
    void tagThatIsGoneIsNotCreatedAgainThoughMissingOnesAre() {
        EtcdSegmentStore store = open("create", "true");
        try {
            assertThat(store.claim("orders", 10).size()).isEqualTo(10);
            EtcdFixture.delete(server, maximum, step);
            assertThatThrownBy(() -> store.claim("orders", 10)).isInstanceOf(StoreRegressedException.class);
            assertThatThrownBy(() -> store.step("orders")).isInstanceOf(StoreRegressedException.class);
            assertThat(store.tags()).isEmpty();
        } finally {
            store.close();
        }
    }

    private EtcdSegmentStore open(String... pairs) {
        Map<String, String> config = new HashMap<>(EtcdFixture.config(server, "prefix", prefix));
        for (int i = 0; i < pairs.length; i += 2) {
            config.put(pairs[i], pairs[i + 1]);
        }
        IdConfig settings = IdConfig.of(new EtcdSegmentStoreProvider(), config);
        return new EtcdSegmentStore(hooked(EtcdGateway.connect(settings, prefix + "/max/")), settings);
    }

    private void make() {
        EtcdFixture.put(server, step, "10");
        EtcdFixture.put(server, maximum, "0");
    }

    private Etcd hooked(Etcd etcd) {
        return (Etcd) Proxy.newProxyInstance(
                Etcd.class.getClassLoader(), new Class<?>[] {Etcd.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("commit")) {
                        beforeAClaimIsSent.getAndSet(() -> {}).run();
                    }
                    if (method.getName().equals("get")) {
                        beforeAKeyIsRead.getAndSet(() -> {}).run();
                    }
                    try {
                        Object answer = method.invoke(etcd, arguments);
                        if (method.getName().equals("commit")) {
                            afterAClaimIsSent.getAndSet(() -> {}).run();
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
