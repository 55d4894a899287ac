package io.distid.uuid;

import java.util.concurrent.Callable;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Brings the cipher of the streams up to speed, on a thread of its own.
 *
 * <p>The runtime takes some 0.1 s to load its first cipher, and as long again to compile it; before that, AES is a hundred times slower than
 * with the processor's instructions. Threads that draw meanwhile do without it, and so does a process in which none is quick. Where the
 * runtime has no such cipher, or its provider fails, it is never ready and says so in the log, once. Safe for use by any number of threads.
 */
final class CipherStart implements Runnable {
    static final String TRANSFORMATION = "AES/CTR/NoPadding";

    /** Where AES has no instructions of the processor it may stay slower than the kernel, but threads need not wait for each other. */
    private static final long MOST_NANOS = 500_000_000;

    private static final int BLOCKS = 32;
    private static final int BLOCK_BYTES = AesCtrRandom.LONGEST_BLOCK * Long.BYTES;

    private final SeedSource source;
    private final Callable<Cipher> ciphers;
    private boolean begun;
    private volatile boolean ready;

    /** Of streams that use the source until then. */
    CipherStart(SeedSource source) {
        this(source, () -> Cipher.getInstance(TRANSFORMATION));
    }

    /** With another cipher, for tests. */
    CipherStart(SeedSource source, Callable<Cipher> ciphers) {
        this.source = source;
        this.ciphers = ciphers;
    }

    /** Whether streams are to be encrypted. */
    boolean isReady() {
        return ready;
    }

    /** Whether anyone has asked for it. */
    synchronized boolean hasBegun() {
        return begun;
    }

    /** Has it made ready. Further calls do nothing. */
    synchronized void begin() {
        if (!begun) {
            begun = true;
            // Keeps nothing of the caller, who need not be the one it is for: no thread locals, no class loader.
            Thread thread = new Thread(null, this, "distid-cipher-start", 0, false);
            thread.setContextClassLoader(null);
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Encrypts zeros, under a key that nothing else is encrypted with, until that is as quick as to read the source. */
    @Override
    public void run() {
        byte[] zeros = new byte[BLOCK_BYTES];
        byte[] encrypted = new byte[BLOCK_BYTES];
        try {
            Cipher cipher = ciphers.call();
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(zeros, 0, 16, "AES"), new IvParameterSpec(zeros, 0, 16));
            long enough = sourceNanos();
            long begin = System.nanoTime();
            long before = begin;
            long took;
            do {
                for (int i = 0; i < BLOCKS; i++) {
                    cipher.update(zeros, 0, BLOCK_BYTES, encrypted, 0);
                }
                took = System.nanoTime() - before;
                before += took;
            } while (took > enough && before - begin < MOST_NANOS);
            ready = true;
        } catch (Exception | LinkageError e) {
            // Of whatever provider the runtime is configured with, and those throw what they like.
            System.getLogger(CipherStart.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            TRANSFORMATION + " cannot be used: " + e
                                    + ". Random words come from the operating system, slower and no easier to guess.");
        }
    }

    /** How long as many blocks take to be read, at best. */
    private long sourceNanos() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < BLOCKS; i++) {
            long before = System.nanoTime();
            source.plain(BLOCK_BYTES);
            least = Math.min(least, System.nanoTime() - before);
        }
        return least * BLOCKS;
    }
}
