package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.distid.IdGenerators;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the first id of a JVM loads, since that is most of what it takes. */
class FirstIdClassesTest {

    @Test
    void firstV7LoadsNeitherAProviderNorACipherNorWhatIsThrownAndNoLambda() throws Exception {
        assumeTrue(KernelRandom.isConfigured());

        List<String> loaded = loadedBy(First.class);

        assertThat(loaded)
                .contains("io.distid.time.TickSequencer", "io.distid.uuid.KernelRandom")
                .doesNotContain(
                        "sun.security.provider.Sun",
                        "javax.crypto.Cipher",
                        "io.distid.uuid.KeyStream",
                        "io.distid.uuid.FastWordStream",
                        "io.distid.LeaseLostException",
                        "io.distid.ClockBehindException",
                        "java.time.DateTimeException")
                // The runtime's own are its affair: that of 25 has one where it opens a jar.
                .noneMatch(name -> name.startsWith("io.distid.") && name.contains("$$Lambda"));
    }

    @Test
    void firstV4ByNameLoadsNeitherWhatItDoesNotAskForNorAProxyAndNoLambda() throws Exception {
        assertThat(loadedBy(FirstByName.class))
                .contains("io.distid.uuid.UuidV4", "io.distid.spi.IdConfig")
                .doesNotContain(
                        "io.distid.spi.ConfigValues",
                        "io.distid.spi.MisspeltProperties",
                        "io.distid.spi.Port",
                        "io.distid.text.TextForm",
                        "io.distid.uuid.ThreadRandom",
                        "java.lang.reflect.Proxy")
                .noneMatch(name -> name.startsWith("io.distid.") && name.contains("$$Lambda"));
    }

    /** The classes that a new JVM loads, by name. */
    private static List<String> loadedBy(Class<?> main) throws IOException, InterruptedException {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load:stdout:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        jvm.getOutputStream().close();
        String log = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(jvm.waitFor()).as(log).isZero();
        return log.lines().map(line -> line.split(" ", 2)[0]).toList();
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
