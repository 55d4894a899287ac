package io.distid.bench.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MachineTest {
    @Test
    void processorsOfOneNameDifferByTheirNumbers() {
        assertThat(Machine.cpuModel(epyc(25, 17))).isEqualTo("AMD EPYC (family 25, model 17, stepping 1)");
        assertThat(Machine.cpuModel(epyc(26, 2))).isEqualTo("AMD EPYC (family 26, model 2, stepping 1)");
    }

    @Test
    void aProcessorWithoutNumbersIsItsNameAndOneWithoutANameIsUnknown() {
        assertThat(Machine.cpuModel(Stream.of("model name\t: Made up"))).isEqualTo("Made up");
        assertThat(Machine.cpuModel(Stream.of("processor\t: 0", "BogoMIPS\t: 50.00", "")))
                .isEqualTo("unknown");
    }

    /** As Linux has it, with a second core that does not count. */
    private static Stream<String> epyc(int family, int model) {
        return Stream.of(
                "processor\t: 0",
                "vendor_id\t: AuthenticAMD",
                "cpu family\t: " + family,
                "model\t\t: " + model,
                "model name\t: AMD EPYC",
                "stepping\t: 1",
                "power management:",
                "",
                "processor\t: 1",
                "cpu family\t: 1",
                "model name\t: another");
    }
}
