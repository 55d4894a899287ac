package io.distid.redis;

import static io.distid.testkit.ServerAssumptions.orSkip;
import static org.assertj.core.api.Assertions.assertThat;

import io.distid.BackendException;
import io.distid.spi.IdConfig;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.testservers.LossyLink;
import io.distid.testservers.RedisOptions;
import io.distid.testservers.RedisServer;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisDataException;

/** A server that drops keys with a time to live once its memory is full, as many managed ones are set up: what tells a repeat must not be one of them. */
class GiveBackOnFullServerTest {
    private static final String TAG = "orders";
    private static final int SIZE = 10;
    private static final int MOST_ANSWERS = 20;

    @Test
    void rangeWhoseGivingBackIsRepeatedAfterAnotherWasGrantedItIsGrantedOnce() {
        try (RedisServer server =
                orSkip(() -> RedisServer.start(RedisOptions.MEMORY_ONLY.with("maxmemory-policy volatile-ttl")))) {
            // Once, so that the server knows the scripts and each answer is to a step of its own.
            giveBackAndLose(server, MOST_ANSWERS);
            boolean dropped = true;
            for (int answers = 0; dropped; answers++) {
                dropped = giveBackAndLose(server, answers);
                assertThat(answers).as("answers to what was given back").isLessThan(MOST_ANSWERS);
            }
        }
    }

    /**
     * Gives a range back, while another claims and keys are dropped.
     *
     * @param answers how many come before the one that is lost
     * @return whether there was such an answer
     */
    private static boolean giveBackAndLose(RedisServer server, int answers) {
        String prefix = RedisFixture.freshKey();
        List<Segment> granted = Collections.synchronizedList(new ArrayList<>());
        try (LossyLink link = new LossyLink(new InetSocketAddress(server.host(), server.port()));
                SegmentStore store = open(RedisFixture.url(link), prefix);
                SegmentStore other = open(server.url(), prefix);
                SegmentStore third = open(server.url(), prefix)) {
            Segment unused = store.claim(TAG, SIZE);
            link.dropAnswerAfter(answers, () -> {
                granted.add(other.claim(TAG, SIZE));
                dropKeysWithATimeToLive(server);
            });
            try {
                store.giveBack(TAG, unused);
            } catch (BackendException e) {
                // It may have been taken back all the same.
            }
            boolean dropped = link.answersDropped() > 0;
            link.dropNoAnswer();
            granted.add(third.claim(TAG, SIZE));
            granted.add(third.claim(TAG, SIZE));
            assertThat(granted.stream().map(Segment::start))
                    .as("where ranges begin that were granted, when answer %d was lost", answers + 1)
                    .doesNotHaveDuplicates();
            return dropped;
        }
    }

    private static void dropKeysWithATimeToLive(RedisServer server) {
        RedisFixture.ask(server, client -> client.configSet("maxmemory", "1"));
        try {
            RedisFixture.ask(server, client -> client.set("one more", ""));
        } catch (JedisDataException e) {
            // There was nothing that could be dropped, or too little.
        }
        RedisFixture.ask(server, client -> client.configSet("maxmemory", "0"));
    }

    private static SegmentStore open(String url, String prefix) {
        RedisSegmentStoreProvider provider = new RedisSegmentStoreProvider();
        Map<String, String> config = RedisFixture.config(url, "prefix", prefix, "create", "true");
        return provider.open(IdConfig.of(provider, config));
    }
}
