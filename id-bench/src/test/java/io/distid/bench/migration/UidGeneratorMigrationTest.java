package io.distid.bench.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.xfvape.uid.BitsAllocator;
import com.xfvape.uid.exception.UidGenerateException;
import com.xfvape.uid.impl.CachedUidGenerator;
import com.xfvape.uid.impl.DefaultUidGenerator;
import io.distid.IdsExhaustedException;
import io.distid.snowflake.Snowflake;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ids of uid-generator with bits that last, on a host of China's time, followed by ours. */
class UidGeneratorMigrationTest extends SnowflakeMigration {
    private static final BitsAllocator BITS = new BitsAllocator(29, 21, 13);

    private final TimeZone ofThisHost = TimeZone.getDefault();

    UidGeneratorMigrationTest() {
        super("uid-generator");
    }

    @BeforeEach
    void setTimeZone() {
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Shanghai"));
    }

    @AfterEach
    void resetTimeZone() {
        TimeZone.setDefault(ofThisHost);
    }

    @Override
    List<Integer> oldWorkers() {
        return List.of(1, (1 << 20) - 1);
    }

    @Override
    LongSupplier oldNode(int worker) {
        return started(new DefaultUidGenerator(), worker)::getUID;
    }

    private static <G extends DefaultUidGenerator> G started(G ids, int worker) {
        ids.setTimeBits(BITS.getTimestampBits());
        ids.setWorkerBits(BITS.getWorkerIdBits());
        ids.setSeqBits(BITS.getSequenceBits());
        ids.setEpochStr("2016-09-20");
        return withDefaults(ids, worker);
    }

    private static <G extends DefaultUidGenerator> G withDefaults(G ids, int worker) {
        ids.setWorkerIdAssigner(() -> worker);
        try {
            ids.afterPropertiesSet();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return ids;
    }

    /** What it reads is a text, of the time in this host's zone. */
    @Override
    Fields fields(long id) {
        String[] texts = started(new DefaultUidGenerator(), 0).parseUID(id).split("\"");
        Instant time = java.sql.Timestamp.valueOf(texts[7]).toInstant();
        return new Fields(time.toEpochMilli(), Long.parseLong(texts[11]), Long.parseLong(texts[15]));
    }

    @Test
    void onlyTheOtherHalfIsSafeFromIdsThatLeadTheClock() throws Exception {
        CachedUidGenerator cached = started(new CachedUidGenerator(), 1);
        try {
            // Two rings, of 8 s each.
            issued.draw(100_000, List.of(cached::getUID));
            assertThat(layout().decode(issued.highest()).time())
                    .isAfter(Instant.now().plus(Duration.ofSeconds(5)));

            Snowflake ours = newNode(page.settings(), 1);
            issued.draw(10_000, List.of(ours::nextId, cached::getUID));
            issued.shouldAllDiffer();

            long sameWorker = newNode(withoutDatacenter(), 1).nextId();
            assertThat(sameWorker).as("of the worker whose ids lead the clock").isLessThan(issued.highest());
        } finally {
            cached.destroy();
        }
    }

    @Test
    @Tag("slow")
    void defaultLayoutHasEndedOnTheDayThatThePageSays() throws Exception {
        assertThat(page.section()).contains("**ended on 2024-11-20**");
        assertThatThrownBy(withDefaults(new DefaultUidGenerator(), 1)::getUID).isInstanceOf(UidGenerateException.class);
        CachedUidGenerator cached = withDefaults(new CachedUidGenerator(), 1);
        try {
            assertThat(cached.getUID()).isNegative();
        } finally {
            cached.destroy();
        }

        Map<String, String> settings = withoutDatacenter();
        settings.putAll(Map.of("epoch", "2016-05-19T16:00:00Z", "time-bits", "28", "worker-bits", "21"));
        assertThatThrownBy(() -> newNode(settings, 1))
                .isInstanceOf(IdsExhaustedException.class)
                .hasMessageContaining("2024-11-20");
    }

    @Test
    void epochMovesWithTheTimeZoneOfTheHost() {
        long china = new Epoch().seconds();
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));

        assertThat(Instant.ofEpochSecond(china)).isEqualTo(page.settings().get("epoch"));
        assertThat(page.section())
                .contains(Instant.ofEpochSecond(new Epoch().seconds()) + " where the clock shows UTC");
    }

    private static final class Epoch extends DefaultUidGenerator {
        long seconds() {
            setEpochStr("2016-09-20");
            return epochSeconds;
        }
    }
}
