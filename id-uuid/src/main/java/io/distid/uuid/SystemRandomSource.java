package io.distid.uuid;

import io.distid.process.CopyDetector;
import java.security.SecureRandom;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * {@link SecureRandom} as the runtime is configured, and the kernel on top where it can be read. SecureRandom alone would do, but
 * keeps up to 100 ms of what it read, and what is kept is copied with the process.
 */
final class SystemRandomSource implements RandomSource {
    private final KernelRandom kernel;
    /** What SecureRandom would add to the kernel's bytes is a hash of such bytes. */
    private final boolean kernelAlone = KernelRandom.isConfigured();

    /** Notified of copies from now on. */
    SystemRandomSource(CopyDetector copies) {
        this.kernel = new KernelRandom(copies);
    }

    @Override
    public byte[] seed() {
        return mixed(RandomInput.SEED_BYTES, kernel.read(RandomInput.SEED_BYTES));
    }

    @Override
    public byte[] systemBytes(int count) {
        byte[] bytes = kernel.read(count);
        return kernelAlone && bytes != null ? bytes : mixed(count, bytes);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long millis() {
        return System.currentTimeMillis();
    }

    private static byte[] mixed(int count, byte @Nullable [] kernel) {
        byte[] bytes = new byte[count];
        Configured.RANDOM.nextBytes(bytes);
        if (kernel != null) {
            for (int i = 0; i < count; i++) {
                bytes[i] ^= kernel[i];
            }
            Arrays.fill(kernel, (byte) 0);
        }
        return bytes;
    }

    /** Made when it is first asked for, which takes longer than all else on the way to a first id. */
    private static final class Configured {
        static final SecureRandom RANDOM = new SecureRandom();
    }
}
