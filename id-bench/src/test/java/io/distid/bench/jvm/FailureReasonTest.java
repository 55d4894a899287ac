package io.distid.bench.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.BackendException;
import io.distid.IdException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.BenchmarkException;
import org.openjdk.jmh.runner.RunnerException;

class FailureReasonTest {
    @Test
    void whatTheBenchmarkThrewIsFoundBehindWhatJmhMakesOfIt() {
        Throwable thrown = new IllegalStateException("no MariaDB for this system");

        assertThat(FailureReason.of(wrapped(new RuntimeException(thrown)))).isEqualTo("no MariaDB for this system");
    }

    @Test
    void anErrorOfOursSpeaksForItsCauses() {
        IdException ours = new BackendException("the table at db1 did not answer", new RuntimeException("timeout"));

        assertThat(FailureReason.of(wrapped(ours))).isEqualTo("the table at db1 did not answer");
    }

    @Test
    void anErrorWithoutWordsIsNamed() {
        assertThat(FailureReason.of(wrapped(new NullPointerException()))).contains("NullPointerException");
    }

    @Test
    void secretsAreNotShown() {
        Throwable thrown = new IllegalStateException("cannot connect to jdbc:mysql://u:geheim@db1/ids?password=geheim");

        assertThat(FailureReason.of(wrapped(thrown))).contains("db1").doesNotContain("geheim");
    }

    private static RunnerException wrapped(Throwable thrown) {
        return new RunnerException(
                "Benchmark caught the exception", new BenchmarkException("Benchmark error", List.of(thrown)));
    }
}
