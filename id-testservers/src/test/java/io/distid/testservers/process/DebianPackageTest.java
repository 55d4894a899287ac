package io.distid.testservers.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class DebianPackageTest {
    @Test
    void programOfThePathIsTakenBeforeAnyPackage() {
        assertThat(DebianPackage.program("sh", "no-such-package-of-distid")).isExecutable();
    }

    @Test
    void missingProgramIsReportedWithThePackageToInstall() {
        assertThatExceptionOfType(ServerUnavailableException.class)
                .isThrownBy(() -> DebianPackage.program("no-such-program", "no-such-package-of-distid"))
                .withMessageMatching("(?s)there is no no-such-program on the PATH, and .+; install the package"
                        + " no-such-package-of-distid");
    }
}
