package io.distid.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.UuidGenerator;
import io.distid.snowflake.Snowflake;
import io.distid.uuid.UuidV7;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CountedIdsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final DistidMetrics metrics = new DistidMetrics();

    @Test
    void longsAreCountedSinglyByTheBatchAndAsTexts() {
        try (LongIdGenerator ids = CountedIds.of(snowflake())) {
            metrics.add("orders", ids).bindTo(registry);
            assertThat(issued()).isZero();
            ids.nextId();
            ids.nextText();
            ids.nextIds(new long[10], 2, 9);
            assertThat(issued()).isEqualTo(9);
        }
        assertThat(issued()).isEqualTo(9);
    }

    @Test
    void uuidsAreCountedSinglyByTheBatchAndAsTexts() {
        try (UuidGenerator ids = CountedIds.of(IdGenerators.openUuid("uuid-v7"))) {
            metrics.add("orders", ids).bindTo(registry);
            ids.nextUuid();
            ids.nextText();
            ids.nextUuids(new long[10], 2, 8);
            assertThat(issued()).isEqualTo(5);
        }
    }

    @Test
    void whatThrowsIsNotCounted() {
        LongIdGenerator ids = CountedIds.of(snowflake());
        UuidGenerator uuids = CountedIds.of(IdGenerators.openUuid("uuid-v7"));
        metrics.add("longs", ids).add("uuids", uuids).bindTo(registry);
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> ids.nextIds(new long[1], 0, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> uuids.nextUuids(new long[4], 0, 3));
        ids.close();
        uuids.close();
        assertThatIllegalStateException().isThrownBy(ids::nextId);
        assertThatIllegalStateException().isThrownBy(ids::nextText);
        assertThatIllegalStateException().isThrownBy(uuids::nextUuid);
        assertThatIllegalStateException().isThrownBy(uuids::nextText);
        registry.get("distid.ids.issued")
                .functionCounters()
                .forEach(counter -> assertThat(counter.count()).isZero());
    }

    @Test
    void longsKeepTheirBatchesTextsTraitsStatsAndWhatTheyUnwrapTo() {
        LongIdGenerator plain = snowflake("text", "base62");
        try (LongIdGenerator ids = CountedIds.of(plain)) {
            long[] batch = new long[200];
            ids.nextIds(batch, 0, 200);
            // One claim: without a gap, which 200 single ids of several ms would not be.
            assertThat(batch[199] - batch[0]).isEqualTo(199);
            assertThat(ids.nextText()).matches("[0-9A-Za-z]{11}").hasSize(ids.textLength());
            assertThat(ids.isTextCaseSensitive()).isTrue();
            assertThat(ids.traits()).isEqualTo(plain.traits());
            assertThat(ids.stats().lease()).map(lease -> lease.workerId()).hasValue(5);
            assertThat(ids.unwrap(Snowflake.class)).isSameAs(plain.unwrap(Snowflake.class));
            assertThatIllegalArgumentException().isThrownBy(() -> ids.unwrap(UuidV7.class));
        }
        assertThat(plain.stats().closed()).isTrue();
    }

    @Test
    void uuidsKeepTheirTextsTraitsStatsAndWhatTheyUnwrapTo() {
        UuidGenerator plain = IdGenerators.openUuid("uuid-v7", Map.of("text", "base62"));
        try (UuidGenerator ids = CountedIds.of(plain)) {
            assertThat(ids.nextText()).hasSize(22).hasSize(ids.textLength());
            assertThat(ids.isTextCaseSensitive()).isTrue();
            assertThat(ids.traits()).isEqualTo(plain.traits());
            assertThat(ids.stats().lead()).isPresent();
            assertThat(ids.unwrap(UuidV7.class)).isSameAs(plain.unwrap(UuidV7.class));
        }
        assertThat(plain.stats().closed()).isTrue();
    }

    @Test
    void countOfTheDecoratorTakesThePlaceOfThatOfTheSegment() {
        LongIdGenerator ids = CountedIds.of(GivenGenerator.withAllFigures());
        metrics.add("orders", ids).bindTo(registry);
        ids.nextId();
        assertThat(issued()).isOne();
    }

    private double issued() {
        return registry.get("distid.ids.issued").functionCounter().count();
    }

    private static LongIdGenerator snowflake(String... more) {
        return IdGenerators.openLong(
                "snowflake",
                more.length == 0
                        ? Map.of("worker", "fixed", "worker.id", "4")
                        : Map.of("worker", "fixed", "worker.id", "5", more[0], more[1]));
    }
}
