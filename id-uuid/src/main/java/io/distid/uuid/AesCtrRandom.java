package io.distid.uuid;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** The random words of one thread: AES-128 in counter mode under a key from {@link SecureRandom}. Not safe for two threads. */
final class AesCtrRandom extends RandomWords {
    /*
     * The construction is that of NIST SP 800-90A's CTR_DRBG without a derivation function, reduced to its core: the output is
     * the key stream of AES-128-CTR, whose key and first counter are 32 bytes from SecureRandom. Where CTR_DRBG changes its key
     * after each request by running the cipher once more, this one takes 32 fresh bytes after each MiB and after each minute
     * (whichever comes first, looked at when a block of 4 KiB is used up). So:
     *
     * - Who sees outputs learns nothing of others, as long as AES-128 is a pseudorandom permutation: within one key there are
     *   2^16 cipher blocks, so the stream differs from a random one with advantage below 2^-97 (no two blocks are equal).
     * - Who reads the process's memory learns the outputs since the last reseed and until the next, none before or after.
     * - A forked or cloned process image (a VM snapshot resumed twice, CRaC) repeats this thread's words until the next reseed.
     *   No JVM can see that it was cloned. Open generators after a restore, not before.
     */

    /** 512 words: large enough that the call into the cipher does not show, small enough to keep one for each thread. */
    private static final int BLOCK = 4096;

    private static final int RESEED_AFTER_BLOCKS = (1 << 20) / BLOCK;
    private static final long RESEED_AFTER_NANOS = 60_000_000_000L;
    private static final byte[] ZEROS = new byte[BLOCK];
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final SecureRandom seeds;
    private final Cipher cipher;
    private final byte[] block = new byte[BLOCK];
    private int used = BLOCK;
    private int blocksLeft;
    private long seededAt;

    AesCtrRandom(SecureRandom seeds) {
        this.seeds = seeds;
        try {
            this.cipher = Cipher.getInstance("AES/CTR/NoPadding");
        } catch (GeneralSecurityException e) {
            throw unavailable(e);
        }
    }

    @Override
    long next() {
        int at = used;
        if (at == BLOCK) {
            refill();
            at = 0;
        }
        used = at + Long.BYTES;
        return (long) WORDS.get(block, at);
    }

    private void refill() {
        try {
            long now = System.nanoTime();
            if (blocksLeft == 0 || now - seededAt > RESEED_AFTER_NANOS) {
                reseed();
                blocksLeft = RESEED_AFTER_BLOCKS;
                seededAt = now;
            }
            blocksLeft--;
            cipher.update(ZEROS, 0, BLOCK, block, 0);
        } catch (GeneralSecurityException e) {
            throw unavailable(e);
        }
    }

    private void reseed() throws GeneralSecurityException {
        byte[] seed = new byte[32];
        seeds.nextBytes(seed);
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(seed, 0, 16, "AES"), new IvParameterSpec(seed, 16, 16));
    }

    private static IllegalStateException unavailable(GeneralSecurityException e) {
        return new IllegalStateException("this Java runtime offers no AES/CTR/NoPadding: " + e.getMessage(), e);
    }
}
