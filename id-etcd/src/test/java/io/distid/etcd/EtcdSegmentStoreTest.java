package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.StoreRegressedException;
import io.distid.spi.IdConfig;
import io.distid.spi.Segment;
import io.distid.testservers.EtcdServer;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EtcdSegmentStoreTest {
    private final EtcdServer server = EtcdFixture.server();
    private final String prefix = "segments-" + UUID.randomUUID();
    private final String maximum = prefix + "/max/orders";
    private final String step = prefix + "/step/orders";
    private final AtomicReference<Runnable> beforeAClaimIsSent = new AtomicReference<>(() -> {});
    private final AtomicReference<Runnable> afterAClaimIsSent = new AtomicReference<>(() -> {});
    private final AtomicReference<Runnable> beforeAKeyIsRead = new AtomicReference<>(() -> {});
    private final EtcdSegmentStore store = open();

    @AfterEach
    void close() {
        store.close();
    }

    /** What one of two callers is granted is known to the other, also where that one's counter took the place of the first one's. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void rangeIsRememberedThoughTheTagWasMissingWhileItWasClaimed(boolean isAskedForAgain) {
        make();
        beforeAClaimIsSent.set(() -> {
            loseAndMake();
            if (isAskedForAgain) {
                assertThat(store.step("orders")).isEqualTo(10);
            }
        });
        requireFirst();
        lose();
        requireRegression().hasMessageContaining("10 was seen in it before");
        make();
        requireRegression();
    }

    @Test
    void rangeIsRememberedThoughALowerOneOfAnotherCounterIsKeptAfterIt() {
        make();
        beforeAClaimIsSent.set(() -> {
            loseAndMake();
            // The first was of the tag that is gone, and finds the one that was made.
            beforeAClaimIsSent.set(() -> afterAClaimIsSent.set(
                    () -> assertThat(store.claim("orders", 10)).isEqualTo(new Segment(11, 21))));
        });
        requireFirst();
        EtcdFixture.put(server, maximum, "10");
        requireRegression();
    }

    @Test
    void rangeIsRememberedThoughItWasOfferedAndNotTakenBack() {
        make();
        requireFirst();
        // The same number of another revision: others may have claimed and given back meanwhile.
        EtcdFixture.put(server, maximum, "10");
        assertThat(store.giveBack("orders", new Segment(6, 11))).isFalse();
        EtcdFixture.put(server, maximum, "5");
        requireRegression().hasMessageContaining("10 was seen in it before");
    }

    /** Who finds the tag missing forgets no counter but the one that it asked by. */
    @Test
    void rangeIsRememberedThoughACallThatBeganBeforeItFindsTheTagMissing() {
        beforeAKeyIsRead.set(() -> {
            requireMissing();
            make();
            requireFirst();
            lose();
        });
        assertThatThrownBy(() -> store.claim("orders", 10)).isInstanceOf(ConfigException.class);
        make();
        requireRegression();
    }

    /** Others, which have not seen how far it was, would be granted its first numbers once more. */
    @Test
    void tagThatIsGoneIsNotCreatedAgainThoughMissingOnesAre() {
        try (EtcdSegmentStore creating = open("create", "true")) {
            assertThat(creating.claim("orders", 10).size()).isEqualTo(10);
            lose();
            assertThatThrownBy(() -> creating.claim("orders", 10)).isInstanceOf(StoreRegressedException.class);
            assertThatThrownBy(() -> creating.step("orders")).isInstanceOf(StoreRegressedException.class);
            assertThat(creating.tags()).isEmpty();
        }
    }

    private void make() {
        EtcdFixture.put(server, step, "10");
        EtcdFixture.put(server, maximum, "0");
    }

    private void lose() {
        EtcdFixture.delete(server, maximum, step);
    }

    private void loseAndMake() {
        lose();
        requireMissing();
        make();
    }

    private void requireMissing() {
        assertThatThrownBy(() -> store.step("orders")).isInstanceOf(ConfigException.class);
    }

    private void requireFirst() {
        assertThat(store.claim("orders", 10)).isEqualTo(new Segment(1, 11));
    }

    private AbstractThrowableAssert<?, ?> requireRegression() {
        return assertThatThrownBy(() -> store.claim("orders", 10)).isInstanceOf(StoreRegressedException.class);
    }

    private EtcdSegmentStore open(String... pairs) {
        Map<String, String> config = EtcdFixture.config(server, pairs);
        config.put("prefix", prefix);
        IdConfig settings = IdConfig.of(new EtcdSegmentStoreProvider(), config);
        return new EtcdSegmentStore(
                EtcdCall.seen(EtcdGateway.connect(settings, prefix + "/max/"), this::hook), settings);
    }

    private Object hook(EtcdCall call) throws Throwable {
        if (call.is("get")) {
            beforeAKeyIsRead.getAndSet(() -> {}).run();
        }
        if (!call.is("commit")) {
            return call.send();
        }
        beforeAClaimIsSent.getAndSet(() -> {}).run();
        Object answer = call.send();
        afterAClaimIsSent.getAndSet(() -> {}).run();
        return answer;
    }
}
