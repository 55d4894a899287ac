package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.coordination.LockStore.Granted;
import io.distid.coordination.LockStore.Held;
import io.distid.coordination.LockStore.Released;
import io.distid.spi.IdConfig;
import io.distid.testservers.EtcdServer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which lease of etcd a lock's key ends with. */
class EtcdLockLeasesTest {
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final List<String> FIRST = List.of("first");

    private final EtcdServer server = EtcdFixture.server();
    private final String prefix = "leases-" + UUID.randomUUID();
    private final EtcdLink link = new EtcdLink(IdConfig.of(new EtcdLockStoreProvider(), EtcdFixture.config(server)));
    private final AtomicReference<Runnable> beforeTheRecordIsWritten = new AtomicReference<>(() -> {});
    private final EtcdLockStore store = new EtcdLockStore(
            hooked(new EtcdGateway(link, null)), prefix, Duration.ofDays(2), LockEvents.of(link, prefix + "/held/"));

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void lockWhoseRecordWasLostIsGrantedToNobodyElseAsLongAsItIsHeld() {
        store.take("one", "process", FIRST, "first", LEASE);
        EtcdFixture.delete(server, prefix + "/record/one");
        assertThat(store.take("one", "process", List.of("second"), "second", LEASE))
                .isInstanceOf(Held.class);
        assertThat(store.take("one", "process", FIRST, "first", LEASE))
                .as("the answer to its holder, who repeats the request")
                .isInstanceOf(Granted.class);
        EtcdFixture.delete(server, prefix + "/record/one", prefix + "/held/one");
        assertThat(store.take("one", "process", List.of("second"), "second", LEASE))
                .isInstanceOf(Granted.class);
    }

    @Test
    void leaseOfALockThatIsReleasedTwiceAtOnceIsUsedForOneOther() {
        long fence = ((Granted) store.take("one", "process", FIRST, "first", LEASE)).fence();
        beforeTheRecordIsWritten.set(() -> {
            store.release("one", fence, FIRST);
            store.take("two", "process", FIRST, "first", LEASE);
        });
        assertThat(store.release("one", fence, FIRST)).isEqualTo(Released.FREED);
        store.take("three", "process", FIRST, "first", LEASE);
        assertThat(leaseOf("three")).isNotEqualTo(leaseOf("two"));
    }

    @Test
    void leaseThatIsGivenBackTwiceIsTakenOnce() {
        EtcdFixture.ask(server, etcd -> {
            SpareLeases leases = new SpareLeases(etcd);
            long lease = etcd.grant(60);
            leases.give(lease, 60);
            leases.give(lease, 60);
            assertThat(leases.take(60)).isEqualTo(lease);
            assertThat(leases.take(60)).isNotEqualTo(lease);
            return true;
        });
    }

    private long leaseOf(String lock) {
        return EtcdFixture.present(server, prefix + "/held/" + lock).lease();
    }

    /** Does something, once, between the look at a lock and the write of its record. */
    private Etcd hooked(Etcd etcd) {
        return (Etcd) Proxy.newProxyInstance(
                Etcd.class.getClassLoader(), new Class<?>[] {Etcd.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("commit")
                            && GatewayJson.write(((Transaction) arguments[0]).body())
                                    .contains("request_put")) {
                        beforeTheRecordIsWritten.getAndSet(() -> {}).run();
                    }
                    try {
                        return method.invoke(etcd, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
