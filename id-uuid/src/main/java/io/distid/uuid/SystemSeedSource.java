package io.distid.uuid;

import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * {@link SecureRandom} as the runtime is configured, and the kernel on top where it can be read. SecureRandom alone would do, but
 * keeps up to 100 ms of what it read, and what is kept is copied with the process.
 */
final class SystemSeedSource implements SeedSource {
    private final SecureRandom configured = new SecureRandom();
    private final @Nullable SecureRandom kernel = kernel();

    /**
     * Whether the configured one is the kernel's, too, as it is on each Unix where nobody chose another. What it adds is a hash that
     * takes as long to load as all else on the way to the first id.
     */
    private final boolean kernelAlone =
            kernel != null && configured.getAlgorithm().startsWith("NativePRNG");

    @Override
    public byte[] seed() {
        byte[] bytes = new byte[Seeds.BYTES];
        configured.nextBytes(bytes);
        return withKernel(bytes);
    }

    @Override
    public byte[] plain(int count) {
        if (kernelAlone) {
            return kernel.generateSeed(count);
        }
        byte[] bytes = new byte[count];
        configured.nextBytes(bytes);
        return withKernel(bytes);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long millis() {
        return System.currentTimeMillis();
    }

    private byte[] withKernel(byte[] bytes) {
        if (kernel != null) {
            // Unlike nextBytes, a read of the kernel's source by itself.
            byte[] more = kernel.generateSeed(bytes.length);
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] ^= more[i];
            }
            Arrays.fill(more, (byte) 0);
        }
        return bytes;
    }

    private static @Nullable SecureRandom kernel() {
        try {
            return SecureRandom.getInstance("NativePRNGNonBlocking");
        } catch (NoSuchAlgorithmException e) {
            return null; // no Unix
        }
    }
}
