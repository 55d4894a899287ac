package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.LongIdGenerator;
import io.distid.internal.process.CopyDetector;
import io.distid.spi.IdConfig;
import io.distid.testservers.RedisServer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ids of a process and its copy, which had the same block in hand when the copy was made. */
class CopiedBlockTest {
    private static final int BATCH = 100;

    private final RedisServer server = RedisFixture.server();
    private final AtomicLong counter = new AtomicLong();
    /** What was claimed before the copy was made, by the process and so by the copy. */
    private final List<Long> common = new ArrayList<>();

    private boolean parted;
    private final CopyDetector[] copies = {new CopyDetector(), new CopyDetector()};
    private final LongIdGenerator[] ids = {open(0), open(1)};

    @AfterEach
    void close() {
        for (LongIdGenerator each : ids) {
            each.close();
        }
    }

    @Test
    void nobodyIssuesTheRestOfABlockThatWasClaimedBeforeTheCopy() {
        drawTheSame();
        announce();
        parted = true;
        restore();
        assertAllDiffer();
    }

    @Test
    void noBlockIsKeptWhileACheckpointIsMade() {
        announce();
        drawTheSame();
        parted = true;
        // The hooks have not run yet.
        assertAllDiffer();
        restore();
        assertAllDiffer();
    }

    @Test
    void batchLeavesNothingOfABlockThatWasClaimedBeforeTheCopy() {
        drawTheSame();
        announce();
        parted = true;
        restore();
        Set<Long> seen = new HashSet<>();
        for (LongIdGenerator each : ids) {
            long[] many = new long[BATCH / 2];
            each.nextIds(many, 0, many.length);
            for (long id : many) {
                assertThat(seen.add(id)).as("id %d", id).isTrue();
            }
        }
    }

    /** It has the rest of the block when it waits for more, and so has its copy. */
    @Test
    void batchThatWaitedWhenTheCopyWasMadeHasNothingOfTheBlock() {
        CopyDetector own = new CopyDetector();
        AtomicLong claims = new AtomicLong();
        LongUnaryOperator copiedMeanwhile = size -> {
            if (claims.incrementAndGet() == 2) {
                own.expected();
                own.restored();
            }
            return claims.get() * BATCH;
        };
        try (LongIdGenerator one = open(copiedMeanwhile, BATCH, own)) {
            for (int i = 1; i <= BATCH / 2; i++) {
                assertThat(one.nextId()).isEqualTo(i);
            }
            long[] many = new long[BATCH];
            one.nextIds(many, 0, many.length);
            // Half of the third claim was for the batch that had the rest of the first.
            assertThat(many[0]).isEqualTo(2 * BATCH + BATCH / 2 + 1);
            assertThat(many[BATCH - 1]).isEqualTo(3 * BATCH + BATCH / 2);
            assertThat(one.nextId()).isEqualTo(3 * BATCH + BATCH / 2 + 1);
        }
    }

    @Test
    void answerToAClaimThatWasSentBeforeTheCopyIsNobodys() {
        for (long batch : new long[] {1, BATCH}) {
            CopyDetector own = new CopyDetector();
            AtomicLong claims = new AtomicLong();
            LongUnaryOperator copiedMeanwhile = size -> {
                if (claims.incrementAndGet() == 1) {
                    own.expected();
                    own.restored();
                }
                return claims.get() * BATCH;
            };
            try (LongIdGenerator one = open(copiedMeanwhile, batch, own)) {
                assertThat(one.nextId()).isEqualTo(2 * BATCH - batch + 1);
            }
        }
    }

    private LongIdGenerator open(int twin) {
        int[] asked = new int[1];
        return open(
                size -> {
                    if (parted) {
                        return counter.addAndGet(size);
                    }
                    if (asked[0] == common.size()) {
                        common.add(counter.addAndGet(size));
                    }
                    return common.get(asked[0]++);
                },
                BATCH,
                copies[twin]);
    }

    private LongIdGenerator open(LongUnaryOperator claim, long batch, CopyDetector of) {
        IdConfig config =
                IdConfig.of(new RedisIncrProvider(), RedisFixture.config(server.url(), "key", RedisFixture.freshKey()));
        RedisLink link = RedisClients.open(config);
        Counter scripted = new Counter(link, "ids", Counter.FIELD, new Replicas(0, 1), null) {
            @Override
            long claim(long size) {
                return claim.applyAsLong(size);
            }
        };
        return new RedisIncrGenerator(link, scripted, batch, of, List.of());
    }

    private void announce() {
        for (CopyDetector each : copies) {
            each.expected();
        }
    }

    private void restore() {
        for (CopyDetector each : copies) {
            each.restored();
        }
    }

    private void drawTheSame() {
        for (int i = 0; i < BATCH / 2; i++) {
            assertThat(ids[0].nextId()).as("control").isEqualTo(ids[1].nextId());
        }
    }

    private void assertAllDiffer() {
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < BATCH; i++) {
            for (LongIdGenerator each : ids) {
                long id = each.nextId();
                assertThat(seen.add(id)).as("id %d", id).isTrue();
            }
        }
    }
}
