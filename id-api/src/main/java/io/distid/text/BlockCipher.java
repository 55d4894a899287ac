package io.distid.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * AES of one block in one direction. A cipher of the JDK serves one thread at a time, so a few ciphers are kept here for the next callers. Thread
 * locals are not used, since they would keep this class after a redeployment of an application.
 */
final class BlockCipher {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int KEPT = 32;
    /** References in a cache line: entries this far apart keep threads off each other's cache lines. */
    private static final int APART = 16;

    private final SecretKeySpec key;
    private final int mode;
    private final AtomicReferenceArray<@Nullable Block> kept = new AtomicReferenceArray<>(KEPT * APART);

    /**
     * A cipher with a key.
     *
     * @param mode {@link Cipher#ENCRYPT_MODE} or {@link Cipher#DECRYPT_MODE}
     */
    BlockCipher(byte[] key, int mode) {
        if (key.length != 16 && key.length != 32) {
            throw new IllegalArgumentException("a key has " + key.length + " bytes: must be 16 or 32");
        }
        this.key = new SecretKeySpec(key, "AES");
        this.mode = mode;
    }

    /** A block for the calling thread alone, until it is returned. */
    Block take() {
        Block block = kept.getAndSet(slot(), null);
        return block != null ? block : new Block();
    }

    void giveBack(Block block) {
        kept.lazySet(slot(), block);
    }

    private static int slot() {
        return (int) (Thread.currentThread().getId() & KEPT - 1) * APART;
    }

    /** A cipher and the 16 bytes that it works on. For use by one thread at a time. */
    final class Block {
        private final Cipher cipher;
        private final byte[] bytes = new byte[16];

        private Block() {
            try {
                // ECB is safe here: each text is one block, and no two ids are equal. Other modes would only make the
                // text longer.
                cipher = Cipher.getInstance("AES/ECB/NoPadding");
                cipher.init(mode, key);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("each JDK has AES, but this one: " + e.getMessage(), e);
            }
        }

        /** Encrypts or decrypts a number of 128 bits. */
        void run(long high, long low) {
            WORD.set(bytes, 0, high);
            WORD.set(bytes, 8, low);
            try {
                cipher.update(bytes, 0, bytes.length, bytes, 0);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }

        long high() {
            return (long) WORD.get(bytes, 0);
        }

        long low() {
            return (long) WORD.get(bytes, 8);
        }
    }
}
