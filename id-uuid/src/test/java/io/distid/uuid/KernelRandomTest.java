package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.distid.process.CopyDetector;
import java.io.File;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelRandomTest {
    private final CopyDetector copies = new CopyDetector();
    private final KernelRandom kernel = new KernelRandom(copies);

    @ParameterizedTest
    @CsvSource({
        "SUN, file:/dev/random, true",
        "SUN, file:/dev/urandom, true",
        "SUN, file:/dev/./urandom, false",
        "SUN, file:/dev/hwrng, false",
        "SUN, , false",
        "BCFIPS, file:/dev/random, false",
        ", file:/dev/random, false"
    })
    void kernelIsConfiguredByProviderAndFile(String provider, String source, boolean configured) {
        assertThat(KernelRandom.isConfigured(provider, source)).isEqualTo(configured);
    }

    @Test
    void kernelIsConfiguredWhereSecureRandomReadsItsFile() {
        assumeTrue(File.separatorChar == '/');
        assertThat(KernelRandom.isConfigured())
                .isEqualTo(new SecureRandom().getAlgorithm().startsWith("NativePRNG"));
    }

    @Test
    void systemPropertyWinsOverConfiguration() {
        String before = System.setProperty("java.security.egd", "file:/dev/./urandom");
        try {
            assertThat(KernelRandom.isConfigured()).isFalse();
        } finally {
            if (before == null) {
                System.clearProperty("java.security.egd");
            } else {
                System.setProperty("java.security.egd", before);
            }
        }
    }

    @Test
    void readsAreAsLongAsAskedForAndDiffer() {
        assumeTrue(File.separatorChar == '/');
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            byte[] bytes = kernel.read(16);
            assertThat(bytes).hasSize(16);
            seen.add(new BigInteger(bytes).toString());
        }
        assertThat(seen).hasSize(1000);
        assertThat(kernel.read(10_000)).hasSize(10_000);
    }

    @Test
    void fileIsClosedWhileACheckpointIsMade() {
        assumeTrue(File.separatorChar == '/');
        kernel.read(16);
        assertThat(kernel.isOpen()).isTrue();
        copies.expected();
        assertThat(kernel.isOpen()).isFalse();
        assertThat(kernel.read(16)).hasSize(16);
        assertThat(kernel.isOpen()).isFalse();
        copies.restored();
        assertThat(kernel.read(16)).hasSize(16);
        assertThat(kernel.isOpen()).isTrue();
    }
}
