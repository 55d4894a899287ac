package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.Differs;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordStore.Outcome;
import io.distid.spi.RecordStore.Write;
import io.distid.spi.RecordStore.Written;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The same with a set beside the hash, whose members are the ids that are held, and those of other programs. */
class RedisSetRecordStoreTest extends RedisRecordStoreTest {
    private static final String SET = "distid:workers:{orders}";
    private static final long FOR_LONG = 253_402_300_799_999L;

    @Override
    RecordStore records(ScriptRunner redis, String prefix) {
        return RedisRecordStore.withSet(redis, prefix, AcquireRetries.DEFAULT_TIMEOUT);
    }

    @Override
    String hash() {
        return SET + ":notes";
    }

    private static LeaseRecord record(String token, long freeFrom) {
        return new LeaseRecord(token, 2, 1, freeFrom, "node", null);
    }

    private static Outcome write(RecordStore store, @Nullable LeaseRecord expected, LeaseRecord next) {
        return store.write("orders", List.of(new Write(7, expected, next, HEADER)))
                .get(0);
    }

    private Set<String> members() {
        return ask(redis -> redis.smembers(SET));
    }

    @Test
    void idIsAMemberWhileItsRecordIsHeld() {
        try (RecordStore store = open()) {
            store.writeHeader("orders", null, HEADER);
            LeaseRecord held = record("held", FOR_LONG);
            LeaseRecord renewed = record("renewed", FOR_LONG);
            LeaseRecord free = record("free", 0);
            assertThat(write(store, null, held)).isInstanceOf(Written.class);
            assertThat(members()).containsExactly("7");
            ask(redis -> redis.del(SET));
            assertThat(write(store, held, renewed)).isInstanceOf(Written.class);
            assertThat(members()).as("once it was renewed").containsExactly("7");
            assertThat(write(store, renewed, free)).isInstanceOf(Written.class);
            assertThat(members()).isEmpty();
            assertThat(store.read("orders", 7, 1).records()).containsEntry(7, free);
        }
    }

    /** Else a release that comes twice would free what another program has taken in between. */
    @Test
    void releaseThatComesAgainLeavesTheMemberOfAnotherProgram() {
        try (RecordStore store = open()) {
            store.writeHeader("orders", null, HEADER);
            LeaseRecord held = record("held", FOR_LONG);
            LeaseRecord free = record("free", 0);
            write(store, null, held);
            write(store, held, free);
            ask(redis -> redis.sadd(SET, "7"));
            assertThat(write(store, held, free)).isInstanceOf(Written.class);
            assertThat(members()).containsExactly("7");
        }
    }

    @Test
    void memberOfAnotherProgramIsShownAsHeldAndIsNotTaken() {
        try (RecordStore store = open()) {
            store.writeHeader("orders", null, HEADER);
            ask(redis -> redis.sadd(SET, "7"));
            assertThat(store.read("orders", 0, 8).records()).containsOnlyKeys(7);
            assertThat(write(store, null, record("first", FOR_LONG))).isInstanceOf(Differs.class);
            ask(redis -> redis.srem(SET, "7"));
            LeaseRecord held = record("held", FOR_LONG);
            LeaseRecord free = record("free", 0);
            write(store, null, held);
            write(store, held, free);
            ask(redis -> redis.sadd(SET, "7"));
            LeaseRecord shown = store.read("orders", 7, 1).records().get(7);
            assertThat(shown.freeFrom()).isGreaterThan(System.currentTimeMillis());
            assertThat(shown.holder()).contains("another program", SET);
            assertThat(write(store, free, record("second", FOR_LONG))).isInstanceOf(Differs.class);
            assertThat(store.read("orders", 7, 1).count().made()).isEqualTo(1);
        }
    }

    /** What its holder has put into the set is there, though its lease is over. */
    @Test
    void recordWhoseLeaseIsOverIsTakenWithItsMember() {
        try (RecordStore store = open()) {
            store.writeHeader("orders", null, HEADER);
            LeaseRecord over = record("over", 1);
            write(store, null, over);
            assertThat(members()).containsExactly("7");
            assertThat(store.read("orders", 7, 1).records()).containsEntry(7, over);
            assertThat(write(store, over, record("next", FOR_LONG))).isInstanceOf(Written.class);
            assertThat(members()).containsExactly("7");
        }
    }
}
