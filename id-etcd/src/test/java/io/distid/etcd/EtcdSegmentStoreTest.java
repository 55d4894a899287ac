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
            EtcdFixture.put(server, maximum, "0");
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

    private EtcdSegmentStore open() {
        Map<String, String> config = EtcdFixture.config(server, "prefix", prefix);
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
                    try {
                        return method.invoke(etcd, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
