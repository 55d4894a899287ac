package io.distid.text;

import java.util.List;
import java.util.UUID;
import javax.crypto.Cipher;

/**
 * One block of AES, in 26 characters. Before a number of 64 bits the block has 64 bits of 0, so that a reader recognizes the right key. A UUID fills
 * the block, so a wrong key goes unnoticed.
 */
final class OpaqueCodec extends TextCodec {
    static final String NAME = "opaque";

    private final Base32 characters = new Base32(NAME, Alphabet.CROCKFORD_LOWER, false);
    private final BlockCipher writer;
    private final BlockCipher[] readers;

    /** @param keys the first one writes, all of them read numbers; UUIDs have one */
    OpaqueCodec(List<byte[]> keys) {
        super(NAME, Base32.UUID_LENGTH, Base32.UUID_LENGTH, false);
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("there is no key: must be one or more");
        }
        writer = new BlockCipher(keys.get(0), Cipher.ENCRYPT_MODE);
        readers = keys.stream()
                .map(key -> new BlockCipher(key, Cipher.DECRYPT_MODE))
                .toArray(BlockCipher[]::new);
    }

    @Override
    int write(long bits, byte[] to, int at) {
        return write(0, bits, to, at);
    }

    @Override
    int write(long high, long low, byte[] to, int at) {
        BlockCipher.Block block = writer.take();
        block.run(high, low);
        int end = characters.write(block.high(), block.low(), to, at);
        writer.giveBack(block);
        return end;
    }

    @Override
    long readLong(String text, int from, int to) {
        UUID written = characters.readUuid(text, from, to);
        for (BlockCipher reader : readers) {
            BlockCipher.Block block = reader.take();
            block.run(written.getMostSignificantBits(), written.getLeastSignificantBits());
            long check = block.high();
            long bits = block.low();
            reader.giveBack(block);
            if (check == 0) {
                return bits;
            }
        }
        throw refused(text, "was not made with " + (readers.length == 1 ? "this key" : "one of these keys"));
    }

    @Override
    UUID readUuid(String text, int from, int to) {
        UUID written = characters.readUuid(text, from, to);
        BlockCipher.Block block = readers[0].take();
        block.run(written.getMostSignificantBits(), written.getLeastSignificantBits());
        UUID uuid = new UUID(block.high(), block.low());
        readers[0].giveBack(block);
        return uuid;
    }
}
