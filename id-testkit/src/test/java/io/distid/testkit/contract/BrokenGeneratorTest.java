package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.tiny.TinyLongProvider;
import io.distid.testkit.tiny.TinyUuidProvider;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A contract that nothing can fail proves nothing: each way to break it is caught, by the test that is meant to. */
@Order(2)
class BrokenGeneratorTest {

    @ParameterizedTest(name = "{0} is caught by {1}")
    @CsvSource({
        "REPEATS, idsAreUniqueAcrossThreadsAndGenerators, repeat",
        "REPEATS_IN_BATCH, batchWritesItsRangeAndNothingElse, was returned after",
        "REPEATS_IN_BATCH, idsAreUniqueAcrossThreadsAndGenerators, repeat",
        "TEXT_REPEATS, idsAreUniqueAcrossThreadsAndGenerators, repeat",
        "RESTARTS, nodeThatIsClosedAndOpenedAgainRepeatsNothing, repeat",
        "RESTARTS, closeWhileOthersDrawRepeatsNothing, repeat",
        "FALLS_BEHIND, idsIncreaseAsClaimed, was returned after",
        "RETURNS_ZERO, idsAreUniqueAcrossThreadsAndGenerators, from 1 to Long.MAX_VALUE: 0",
        "NEGATIVE_BATCH, idsAreWellFormed, from 1 to Long.MAX_VALUE: -",
        "WRITES_OUTSIDE, batchWritesItsRangeAndNothingElse, wrote 1 at",
        "ACCEPTS_BAD_RANGE, badRangesAreRefused, 'nextIds(long[8], -1, 1)'",
        "TEXT_IS_HEX, textHasTheStrategysFormAndIssuesANewId, text of",
        "OPEN_AFTER_CLOSE, closeIsIdempotentAndEndsEveryMethod, a single id after close: drew",
        "SEEMS_OPEN, closeIsIdempotentAndEndsEveryMethod, closed by stats",
        "CLOSES_ONCE, closeIsIdempotentAndEndsEveryMethod, second close",
        "WRONG_ERROR_AFTER_CLOSE, closeIsIdempotentAndEndsEveryMethod, IllegalStateException",
        "WRONG_ERROR_AFTER_CLOSE, closeWhileOthersDrawRepeatsNothing, must end with IllegalStateException",
        "CLOSE_ENDS_NO_DRAW, closeWhileOthersDrawRepeatsNothing, after close() had returned",
        "SWALLOWS_INTERRUPT, interruptIsNeitherLostNorAHang, interrupt status",
        "HANGS_WHEN_INTERRUPTED, interruptIsNeitherLostNorAHang, threads still run",
        "WRONG_NAME, traitsAreCoherent, tiny-long",
        "FALSE_TIME, idsOfSeveralGeneratorsSortByTimeIfClaimed, was returned after",
        "SHOWS_SECRET, secretsAreNeverShown, hunter2"
    })
    void brokenLongGeneratorIsCaught(TinyLongProvider.Defect defect, String test, String message) {
        assertThat(Outcomes.of(new Longs(defect), test)).hasMessageContaining(message);
    }

    @ParameterizedTest(name = "{0} is caught by {1}")
    @CsvSource({
        "WRONG_VERSION, idsAreWellFormed, is 7",
        "WRONG_VARIANT, idsAreWellFormed, variant of",
        "SIGNED_ORDER, idsIncreaseAsClaimed, was returned after",
        "ACCEPTS_ODD_RANGE, oddRangesAreRefused, 'nextUuids(long[8], 1, 2)'"
    })
    void brokenUuidGeneratorIsCaught(TinyUuidProvider.Defect defect, String test, String message) {
        assertThat(Outcomes.of(new Uuids(defect), test)).hasMessageContaining(message);
    }

    @Test
    void badConfigurationThatOpensIsCaught() {
        Longs lax = new Longs(TinyLongProvider.Defect.NONE) {
            @Override
            protected List<BadConfig> badConfigs() {
                return List.of(BadConfig.of("nothing at all", Map.of(), ConfigException.class));
            }
        };
        assertThat(Outcomes.of(lax, "badConfigurationsAreRefusedInTime"))
                .hasMessageContaining("tiny-long opened with nothing at all");
    }

    private static class Longs extends LongIdGeneratorContract {
        private final TinyLongProvider.Defect defect;

        Longs(TinyLongProvider.Defect defect) {
            this.defect = defect;
        }

        @Override
        protected String strategy() {
            return "tiny-long";
        }

        @Override
        protected Map<String, String> config(int node) {
            return Map.of("defect", defect.name(), "node", Integer.toString(node), "password", "hunter2");
        }

        @Override
        protected Duration patience() {
            return switch (defect) {
                case HANGS_WHEN_INTERRUPTED -> Duration.ofMillis(300);
                default -> super.patience();
            };
        }
    }

    private static final class Uuids extends UuidGeneratorContract {
        private final TinyUuidProvider.Defect defect;

        Uuids(TinyUuidProvider.Defect defect) {
            this.defect = defect;
        }

        @Override
        protected String strategy() {
            return "tiny-uuid";
        }

        @Override
        protected int version() {
            return 8;
        }

        @Override
        protected Map<String, String> config(int node) {
            return Map.of("defect", defect.name());
        }
    }
}
