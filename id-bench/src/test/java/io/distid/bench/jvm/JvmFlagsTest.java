package io.distid.bench.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JvmFlagsTest {
    @Test
    void whatTheOperatorSetsWinsOverTheHeapOfAMeasurement() {
        assertThat(JvmFlags.ordered(List.of("-Xmx128m"), List.of("-Xmx1g")))
                .containsSubsequence("-Xmx512m", "-Xmx128m", "-Xmx1g");
    }

    @Test
    void whereAChildWorksIsNotTheOperatorsToSet() {
        assertThat(JvmFlags.ordered(List.of("-Djava.io.tmpdir=/sorted"), List.of("-Djava.io.tmpdir=/tmp", "-Xmx1g")))
                .endsWith("-Djava.io.tmpdir=/tmp", "-Xmx1g", "-Djava.io.tmpdir=/sorted");
    }
}
