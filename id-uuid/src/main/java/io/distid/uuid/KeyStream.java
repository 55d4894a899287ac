package io.distid.uuid;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key stream of AES-128 in counter mode. What of the runtime's ciphers must be loaded is loaded with this class, so that the first
 * ids of a process, which do without a cipher, do not wait for it. Not safe for two threads.
 */
final class KeyStream {
    private static final String TRANSFORMATION = "AES/CTR/NoPadding";
    private static final byte[] ZEROS = new byte[RandomWordSource.LONGEST_BLOCK * Long.BYTES];

    private final Cipher cipher;
    private final byte[] encrypted = new byte[ZEROS.length];
    private final LongBuffer words =
            ByteBuffer.wrap(encrypted).order(ByteOrder.nativeOrder()).asLongBuffer();

    /**
     * A stream that has yet to {@link #start}.
     *
     * @throws IllegalStateException if the runtime has no such cipher
     */
    KeyStream() {
        try {
            cipher = Cipher.getInstance(TRANSFORMATION);
        } catch (GeneralSecurityException e) {
            throw unavailable(e);
        }
    }

    /**
     * Starts anew under a key.
     *
     * @param seed {@link RandomInput#SEED_BYTES} bytes, the key and behind it the counter; overwritten with zeros
     */
    void start(byte[] seed) {
        try {
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(seed, 0, 16, "AES"), new IvParameterSpec(seed, 16, 16));
        } catch (GeneralSecurityException e) {
            throw unavailable(e);
        }
        Arrays.fill(seed, (byte) 0);
    }

    /** The next words, at most {@link RandomWordSource#LONGEST_BLOCK}. */
    void next(long[] to, int count) {
        int bytes = count * Long.BYTES;
        try {
            // A provider that keeps a part of a block back would leave words there that were drawn before.
            if (cipher.update(ZEROS, 0, bytes, encrypted, 0) != bytes) {
                throw new IllegalStateException("the provider of " + TRANSFORMATION + ", " + cipher.getProvider()
                        + ", does not encrypt as many bytes as it is given");
            }
        } catch (GeneralSecurityException e) {
            throw unavailable(e);
        }
        words.get(0, to, 0, count);
    }

    private static IllegalStateException unavailable(GeneralSecurityException e) {
        return new IllegalStateException("this Java runtime offers no " + TRANSFORMATION + ": " + e.getMessage(), e);
    }
}
