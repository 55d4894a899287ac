package io.distid.uuid;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The key stream of AES-128 in counter mode. A class of its own: the runtime loads its ciphers with this class, so the first ids of a process do not
 * wait for them. Not safe for two threads.
 */
final class KeyStream {
    /** The size of a key, and of the first counter. */
    private static final int PART_BYTES = 16;
    /** A key and its first counter, in words. */
    static final int SEED_WORDS = 2 * PART_BYTES / Long.BYTES;

    /** The bytes of one call. Calls are short, since the compiler counts them: it makes the cipher fast after some thousands. */
    private static final int CALL_BYTES = 2048;

    private static final byte[] ZEROS = new byte[CALL_BYTES];

    private final Cipher cipher;
    private final byte[] encrypted = new byte[SecureWords.LONGEST_BLOCK * Long.BYTES];
    private final LongBuffer words =
            ByteBuffer.wrap(encrypted).order(ByteOrder.nativeOrder()).asLongBuffer();

    private KeyStream(Cipher cipher) {
        this.cipher = cipher;
    }

    /** A stream that has yet to {@link #start}; null if the runtime has no such cipher. */
    static @Nullable KeyStream open() {
        try {
            return new KeyStream(Cipher.getInstance("AES/CTR/NoPadding"));
        } catch (GeneralSecurityException e) {
            return null;
        }
    }

    /** Restarts with the first {@link #SEED_WORDS} words as the key and counter, and erases them. */
    void start(long[] seed) {
        byte[] bytes = new byte[2 * PART_BYTES];
        ByteBuffer.wrap(bytes).asLongBuffer().put(seed, 0, SEED_WORDS);
        try {
            cipher.init(
                    Cipher.ENCRYPT_MODE,
                    new SecretKeySpec(bytes, 0, PART_BYTES, "AES"),
                    new IvParameterSpec(bytes, PART_BYTES, PART_BYTES));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } finally {
            Arrays.fill(bytes, (byte) 0);
            Arrays.fill(seed, 0, SEED_WORDS, 0);
        }
    }

    /** The next words, at most {@link SecureWords#LONGEST_BLOCK}. */
    void next(long[] to, int count) {
        int bytes = count * Long.BYTES;
        try {
            for (int done = 0; done < bytes; done += CALL_BYTES) {
                int now = Math.min(CALL_BYTES, bytes - done);
                // A provider that keeps a part of a block back would leave words there that were drawn before.
                if (cipher.update(ZEROS, 0, now, encrypted, done) != now) {
                    throw new IllegalStateException(
                            cipher.getProvider() + " does not encrypt as many bytes as it is given");
                }
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        words.get(0, to, 0, count);
    }
}
