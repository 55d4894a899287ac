package io.distid.testservers.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortRangeLockTest {
    @TempDir
    private Path directory;

    @Test
    void twoProcessesHaveNotTheSame() throws IOException {
        PortRangeLock own = PortRangeLock.take(directory, 2);
        assertThat(own.lock()).isNotNull();

        assertThat(takenByAnother(2)).isEqualTo(1 - own.number() + " held");
        assertThat(takenByAnother(2)).as("once the other has ended").isEqualTo(1 - own.number() + " held");
    }

    @Test
    void whereAllAreHeldItIsShared() throws IOException {
        PortRangeLock own = PortRangeLock.take(directory, 1);

        assertThat(takenByAnother(1)).isEqualTo("0 shared");

        Objects.requireNonNull(own.lock()).channel().close();
        assertThat(takenByAnother(1)).isEqualTo("0 held");
    }

    private String takenByAnother(int places) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("java.class.path");
        Process other = new ProcessBuilder(
                        java, "-cp", classPath, Other.class.getName(), directory.toString(), "" + places)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new String(other.getInputStream().readAllBytes(), UTF_8).strip();
    }

    static final class Other {
        public static void main(String[] args) {
            PortRangeLock place = PortRangeLock.take(Path.of(args[0]), Integer.parseInt(args[1]));
            System.out.println(place.number() + (place.lock() == null ? " shared" : " held"));
        }
    }
}
