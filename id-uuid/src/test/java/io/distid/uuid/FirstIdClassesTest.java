package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.testkit.LoadedClasses;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the first id of a JVM loads, since that is most of what it takes. */
class FirstIdClassesTest {

    @Test
    void firstV7LoadsNeitherACipherNorWhatIsThrownAndNoLambda() throws Exception {
        List<String> loaded = LoadedClasses.of(First.class);

        assertThat(loaded)
                .contains("io.distid.internal.time.TickSequencer", "io.distid.uuid.SecureWords")
                .doesNotContain(
                        "javax.crypto.Cipher",
                        "io.distid.uuid.KeyStream",
                        "io.distid.uuid.FastWords",
                        "io.distid.LeaseLostException",
                        "io.distid.ClockBehindException",
                        "java.time.DateTimeException")
                // The runtime's own are its affair: that of 25 has one where it opens a jar.
                .noneMatch(name -> name.startsWith("io.distid.") && name.contains("$$Lambda"));
    }

    @Test
    void firstV4ByNameLoadsNeitherWhatItDoesNotAskForNorAProxyAndNoLambda() throws Exception {
        assertThat(LoadedClasses.of(FirstByName.class))
                .contains("io.distid.uuid.UuidV4", "io.distid.spi.IdConfig", "io.distid.uuid.SecureWords")
                .doesNotContain(
                        "javax.crypto.Cipher",
                        "io.distid.uuid.KeyStream",
                        "io.distid.spi.ConfigValues",
                        "io.distid.spi.MisspeltNameWarnings",
                        "io.distid.internal.Port",
                        "io.distid.text.TextForm",
                        "java.lang.reflect.Proxy")
                .noneMatch(name -> name.startsWith("io.distid.") && name.contains("$$Lambda"));
    }

    /** The program of that JVM. */
    static final class First {
        private First() {}

        public static void main(String[] args) {
            UuidV7.open().nextUuid();
        }
    }

    /** The same by name. */
    static final class FirstByName {
        private FirstByName() {}

        public static void main(String[] args) {
            IdGenerators.openUuid("uuid-v4").nextUuid();
        }
    }
}
