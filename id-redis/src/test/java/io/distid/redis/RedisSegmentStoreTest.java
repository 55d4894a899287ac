package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.ConfigException;
import io.distid.StoreRegressedException;
import io.distid.spi.IdConfig;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.testkit.ConfigPairs;
import io.distid.testservers.RedisServer;
import io.distid.testservers.fault.LossyLink;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class RedisSegmentStoreTest {
    private final RedisServer server = RedisFixture.server();
    private final String prefix = RedisFixture.freshKey();
    private final String maxima = "{" + prefix + "}:max";
    private final String steps = "{" + prefix + "}:step";

    private SegmentStore open(String... settings) {
        Map<String, String> config = ConfigPairs.with(RedisFixture.config(server.url(), "prefix", prefix), settings);
        RedisSegmentStoreProvider provider = new RedisSegmentStoreProvider();
        return provider.open(IdConfig.of(provider, config));
    }

    private void put(String tag, String max, String step) {
        RedisFixture.ask(server, client -> client.hset(maxima, tag, max));
        RedisFixture.ask(server, client -> client.hset(steps, tag, step));
    }

    private String max(String tag) {
        return RedisFixture.ask(server, client -> client.hget(maxima, tag));
    }

    @Test
    void tagIsMadeOnRequestOnly() {
        try (SegmentStore store = open()) {
            assertThatThrownBy(() -> store.claim("orders", 10))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("create=true");
            assertThat(store.tags()).isEmpty();
        }
        try (SegmentStore store = open("create", "true", "start", "500", "step", "20")) {
            assertThat(store.step("orders")).isEqualTo(20);
            assertThat(store.claim("orders", 10)).isEqualTo(new Segment(500, 510));
            assertThat(store.claim("users", 1)).isEqualTo(new Segment(500, 501));
            assertThat(store.step("users")).isEqualTo(20);
            assertThat(store.tags()).containsExactlyInAnyOrder("orders", "users");
        }
    }

    @Test
    void lostTagIsRefusedEvenWhereTagsAreMade() {
        try (SegmentStore store = open("create", "true")) {
            store.claim("orders", 10);
            RedisFixture.ask(server, client -> client.hdel(maxima, "orders"));
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> store.claim("orders", 10))
                        .isInstanceOf(StoreRegressedException.class)
                        .hasMessageContaining("HSET " + maxima + " orders");
            }
            assertThat(max("orders")).isNull();
        }
    }

    /** The one who is told that there is no tag drops what is kept of it, while another one's claim is still under way. */
    @Test
    void regressionIsNoticedAlsoWhereTheTagWasGoneForAMoment() {
        put("orders", "100", "10");
        try (LossyLink link = new LossyLink(new InetSocketAddress(server.host(), server.port()))) {
            RedisSegmentStoreProvider provider = new RedisSegmentStoreProvider();
            Map<String, String> config = RedisFixture.through(
                    link.address(), RedisFixture.config(server.url(), "prefix", prefix, "pool-size", "4"));
            try (SegmentStore store = provider.open(IdConfig.of(provider, config))) {
                CompletableFuture<Throwable> outcome = new CompletableFuture<>();
                link.dropAnswerAfter(0, () -> {
                    String lost = max("orders");
                    RedisFixture.ask(server, client -> client.hdel(maxima, "orders"));
                    outcome.complete(catchThrowable(() -> store.claim("orders", 10)));
                    put("orders", lost, "10");
                });
                Segment claimed = store.claim("orders", 10);
                assertThat(outcome).isCompletedWithValueMatching(ConfigException.class::isInstance);
                put("orders", Long.toString(claimed.start() - 1), "10");
                assertThatThrownBy(() -> store.claim("orders", 10)).isInstanceOf(StoreRegressedException.class);
            }
        }
    }

    @Test
    void stepThatIsMissingOrNoneIsSaid() {
        for (String step : new String[] {"0", "-3", "many", "1e3"}) {
            put("orders", "0", step);
            try (SegmentStore store = open()) {
                assertThatThrownBy(() -> store.step("orders"))
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining(step)
                        .hasMessageContaining("from 1");
            }
        }
        RedisFixture.ask(server, client -> client.hdel(steps, "orders"));
        try (SegmentStore store = open()) {
            assertThatThrownBy(() -> store.step("orders"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("no step");
        }
    }

    @Test
    void segmentsAreGivenBackFromTheLastToTheFirst() {
        put("orders", "0", "10");
        try (SegmentStore store = open()) {
            Segment first = store.claim("orders", 10);
            Segment second = store.claim("orders", 10);
            assertThat(store.giveBack("orders", second)).isTrue();
            assertThat(store.giveBack("orders", new Segment(5, first.end()))).isTrue();
            assertThat(store.claim("orders", 10)).isEqualTo(new Segment(5, 15));
        }
    }

    @Test
    void givingBackWhileOthersClaimIsNoRegressionAndRepeatsNothing() throws Exception {
        put("orders", "0", "10");
        Map<Long, Boolean> used = new ConcurrentHashMap<>();
        ExecutorService crew = Executors.newFixedThreadPool(8);
        try (SegmentStore one = open();
                SegmentStore two = open()) {
            List<Future<?>> work = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                SegmentStore store = thread % 2 == 0 ? one : two;
                work.add(crew.submit(() -> {
                    for (int i = 0; i < 300; i++) {
                        Segment claimed = store.claim("orders", 10);
                        for (long id = claimed.start(); id < claimed.start() + 3; id++) {
                            assertThat(used.put(id, true)).as("id %d", id).isNull();
                        }
                        store.giveBack("orders", new Segment(claimed.start() + 3, claimed.end()));
                    }
                    return null;
                }));
            }
            for (Future<?> each : work) {
                each.get();
            }
        } finally {
            crew.shutdownNow();
        }
        assertThat(used).hasSize(8 * 300 * 3);
    }
}
