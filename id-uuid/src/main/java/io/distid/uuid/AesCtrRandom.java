package io.distid.uuid;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.function.LongSupplier;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** The random words of one thread: AES-128 in counter mode under a key from {@link SecureRandom}. Not safe for two threads. */
final class AesCtrRandom extends RandomWords {
    /*
     * The construction is the core of NIST SP 800-90A's CTR_DRBG: the output is the key stream of AES-128-CTR, whose key and
     * first counter are 32 bytes from SecureRandom. Where CTR_DRBG steps its key after each request, this one takes 32 fresh
     * bytes after each MiB and after each minute, whichever comes first; it looks when a block of 4 KiB is used up. So:
     *
     * - Who sees outputs learns nothing of the others, as long as AES-128 is a pseudorandom permutation. One key yields 2^16
     *   cipher blocks, all different; a random stream would repeat one with probability 2^-97, and that is all there is to see.
     * - Who reads the process's memory learns the outputs from the last reseed to the next, and none before or after.
     * - A process image that is cloned (a VM snapshot resumed twice, CRaC, fork by native code) repeats this thread's words
     *   until the next reseed: up to 512 of them if a minute has passed, else up to a MiB. A JVM cannot see that it was cloned,
     *   so generators should be opened after a restore, not before.
     */

    /** 512 words: so many that the call into the cipher does not show, so few that each thread can keep a block. */
    static final int BLOCK = 4096;

    static final int BLOCKS_PER_SEED = (1 << 20) / BLOCK;
    static final long SEED_NANOS = 60_000_000_000L;

    private static final byte[] ZEROS = new byte[BLOCK];
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final SecureRandom seeds;
    private final LongSupplier nanoTime;
    private final Cipher cipher;
    private final byte[] block = new byte[BLOCK];
    private int used = BLOCK;
    private int blocksLeft;
    private long seededAt;

    AesCtrRandom(SecureRandom seeds, LongSupplier nanoTime) {
        this.seeds = seeds;
        this.nanoTime = nanoTime;
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
            long now = nanoTime.getAsLong();
            if (blocksLeft == 0 || now - seededAt > SEED_NANOS) {
                reseed();
                blocksLeft = BLOCKS_PER_SEED;
                seededAt = now;
            }
            cipher.update(ZEROS, 0, BLOCK, block, 0);
            blocksLeft--;
        } catch (GeneralSecurityException e) {
            throw unavailable(e);
        }
    }

    private void reseed() throws GeneralSecurityException {
        byte[] seed = new byte[32];
        seeds.nextBytes(seed);
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(seed, 0, 16, "AES"), new IvParameterSpec(seed, 16, 16));
        Arrays.fill(seed, (byte) 0);
    }

    private static IllegalStateException unavailable(GeneralSecurityException e) {
        return new IllegalStateException("this Java runtime offers no AES/CTR/NoPadding: " + e.getMessage(), e);
    }
}
