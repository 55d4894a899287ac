package io.distid.redis;

import io.distid.redis.SimulatedRedis.Kind;
import io.distid.testkit.simulation.SimulatedFault;
import io.distid.testkit.simulation.Simulation;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The scripts of {@code redis-set} in simulated clusters, and without one step of a script. */
@Isolated("the log is off meanwhile")
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RedisSetSimulationTest {
    private static final int WORLDS = 15;
    private static final int MANY_WORLDS = 80;
    private static final int CONTROL_WORLDS = 1_000;
    private static final Set<SimulatedFault> ALL = EnumSet.complementOf(EnumSet.of(SimulatedFault.OTHER_PATH));

    @ParameterizedTest
    @EnumSource
    void noIdIsRepeatedInAnyWorld(Kind kind) {
        requireSound(kind, WORLDS);
    }

    @ParameterizedTest
    @Tag("slow")
    @EnumSource
    void noIdIsRepeatedInAnyOfManyWorlds(Kind kind) {
        requireSound(kind, MANY_WORLDS);
    }

    @ParameterizedTest
    @Tag("slow")
    @CsvSource(
            delimiter = '|',
            value = {
                "SET    | WIPED          | math.max(floor, now + maxAhead + reservation)             | floor",
                "SET    | ANSWER_LOST    | {'taken', stamped, bound, '', ''}                         | {'taken', '0', bound, '', ''}",
                "SET    | CRASH          | math.max(tonumber(bound or floor), floor, tonumber(ARGV[9])) | floor",
                "SET    | OTHER_LAYOUT   | kept[1] and kept[1] ~= layout                             | false",
            })
    void idsAreRepeatedWithoutTheProtection(Kind kind, SimulatedFault fault, String step, String instead) {
        Simulation.of(
                        world -> new SimulatedRedis(world, kind, text -> text.replace(step, instead)),
                        SimulatedFault.troublesAnd(fault))
                .requireUnsafe(kind + " without \"" + step + "\", with " + fault, CONTROL_WORLDS);
    }

    private static void requireSound(Kind kind, int worlds) {
        Simulation.of(world -> new SimulatedRedis(world, kind, UnaryOperator.identity()), ALL)
                .requireSound("Redis, " + kind, worlds);
    }
}
