package io.distid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.internal.worker.FixedWorkerIdsProvider;
import io.distid.spi.IdConfig;
import io.distid.testkit.LoadedClasses;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the first id of a JVM loads, since that is most of what it takes. */
class FirstIdClassesTest {

    @ParameterizedTest
    @ValueSource(classes = {ByName.class, WithoutNames.class})
    void firstIdLoadsNoRegularExpressionNoProxyNoSwitchOverAnEnumAndNoLambda(Class<?> main) throws Exception {
        assertThat(LoadedClasses.of(main))
                .contains("io.distid.snowflake.Snowflake", "io.distid.internal.worker.FixedWorkerIdsProvider")
                .doesNotContain(
                        "io.distid.snowflake.SnowflakeLayout$1",
                        "io.distid.spi.MisspeltNameWarnings",
                        "io.distid.internal.Port",
                        "io.distid.worker.RenewedLease",
                        "java.lang.System$Logger",
                        "java.lang.reflect.Proxy",
                        "java.security.SecureRandom",
                        "java.util.concurrent.CountDownLatch",
                        "java.util.regex.Pattern")
                .noneMatch(name -> name.startsWith("io.distid.") && name.contains("$$Lambda"));
    }

    /** Ends the JVM before the warning that a fixed worker id comes with is logged, which loads loggers. */
    private static void end(long id) {
        Runtime.getRuntime().halt(id > 0 ? 0 : 1);
    }

    /** The program of a JVM. */
    static final class ByName {
        private ByName() {}

        public static void main(String[] args) {
            end(IdGenerators.openLong("snowflake", Map.of("worker", "fixed", "worker.id", "1"))
                    .nextId());
        }
    }

    /** The same without names. */
    static final class WithoutNames {
        private WithoutNames() {}

        public static void main(String[] args) {
            FixedWorkerIdsProvider fixed = new FixedWorkerIdsProvider();
            end(Snowflake.builder()
                    .open(fixed.open(IdConfig.of(fixed, Map.of("id", "1"))))
                    .nextId());
        }
    }
}
