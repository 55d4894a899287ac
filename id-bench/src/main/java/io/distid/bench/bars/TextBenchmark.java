package io.distid.bench.bars;

import com.github.f4b6a3.tsid.Tsid;
import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.uuid.codec.StandardStringCodec;
import com.github.f4b6a3.uuid.codec.UuidCodec;
import com.github.f4b6a3.uuid.codec.base.Base16Codec;
import com.github.f4b6a3.uuid.codec.base.Base32Codec;
import com.github.f4b6a3.uuid.codec.base.Base58BtcCodec;
import com.github.f4b6a3.uuid.codec.base.Base62Codec;
import com.github.f4b6a3.uuid.codec.base.Base64UrlCodec;
import com.github.f4b6a3.uuid.codec.base.BaseNCodec;
import io.distid.text.LongText;
import io.distid.text.TextForm;
import io.distid.text.UuidText;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Texts of ids, beside the same of uuid-creator, ulid-creator and tsid-creator. Stateless: what changes belongs to each of
 * JMH's threads.
 */
public class TextBenchmark {
    private static final int COUNT = 256;

    /** Made by JMH. */
    public TextBenchmark() {}

    /** Ways to write a UUID. Peers have the name of their library in front. Immutable. */
    public enum UuidCoder {
        /** Ours. */
        CANONICAL(TextForm.CANONICAL),
        /** Ours. */
        HEX(TextForm.HEX),
        /** Ours. */
        CROCKFORD(TextForm.CROCKFORD),
        /** Ours. */
        ZBASE32(TextForm.ZBASE32),
        /** Ours. */
        BASE36(TextForm.BASE36),
        /** Ours. */
        BASE58(TextForm.BASE58),
        /** Ours. */
        BASE62(TextForm.BASE62),
        /** Ours. */
        BASE64URL(TextForm.BASE64URL),
        /** Ours. */
        DECIMAL(TextForm.DECIMAL),
        /** The JDK's. */
        JDK_CANONICAL(UUID::toString, UUID::fromString),
        /** uuid-creator's. */
        UUID_CREATOR_CANONICAL(StandardStringCodec.INSTANCE),
        /** uuid-creator's. */
        UUID_CREATOR_HEX(Base16Codec.INSTANCE),
        /** uuid-creator's base 32 of RFC 4648, of the same length. */
        UUID_CREATOR_BASE32(Base32Codec.INSTANCE),
        /** uuid-creator's. */
        UUID_CREATOR_BASE36(BaseNCodec.newInstance(36)),
        /** uuid-creator's. */
        UUID_CREATOR_BASE58(Base58BtcCodec.INSTANCE),
        /** uuid-creator's. */
        UUID_CREATOR_BASE62(Base62Codec.INSTANCE),
        /** uuid-creator's. */
        UUID_CREATOR_BASE64URL(Base64UrlCodec.INSTANCE),
        /** ulid-creator's. */
        ULID_CREATOR(uuid -> Ulid.from(uuid).toString(), text -> Ulid.from(text).toUuid());

        private final Function<UUID, String> encoder;
        private final Function<String, UUID> decoder;

        UuidCoder(Function<UUID, String> encoder, Function<String, UUID> decoder) {
            this.encoder = encoder;
            this.decoder = decoder;
        }

        UuidCoder(TextForm form) {
            UuidText text = form.uuids();
            this.encoder = text::encode;
            this.decoder = text::decode;
        }

        UuidCoder(UuidCodec<String> codec) {
            this(codec::encode, codec::decode);
        }
    }

    /** Ways to write 64 bits. Immutable. */
    public enum LongCoder {
        /** Ours. */
        CROCKFORD(TextForm.CROCKFORD),
        /** Ours. */
        BASE36(TextForm.BASE36),
        /** Ours. */
        BASE62(TextForm.BASE62),
        /** Ours. */
        DECIMAL(TextForm.DECIMAL),
        /** Ours, of a type. */
        TYPED(LongText.typed("order")),
        /** Ours, by a key. */
        OPAQUE(LongText.opaque(List.of(new byte[16]))),
        /** The JDK's, for one block. Nothing is written. */
        AES_BLOCK(new AesBlock(Cipher.ENCRYPT_MODE)::run, text -> text.length()),
        /** The JDK's. */
        JDK_DECIMAL(Long::toString, Long::parseLong),
        /** tsid-creator's. */
        TSID_CREATOR(id -> Tsid.from(id).toString(), text -> Tsid.from(text).toLong()),
        /** tsid-creator's. */
        TSID_CREATOR_BASE36(
                id -> Tsid.from(id).encode(36), text -> Tsid.decode(text, 36).toLong()),
        /** tsid-creator's. */
        TSID_CREATOR_BASE62(
                id -> Tsid.from(id).encode(62), text -> Tsid.decode(text, 62).toLong());

        private final LongFunction<String> encoder;
        private final ToLongFunction<String> decoder;

        LongCoder(LongFunction<String> encoder, ToLongFunction<String> decoder) {
            this.encoder = encoder;
            this.decoder = decoder;
        }

        LongCoder(TextForm form) {
            this(form.longs());
        }

        LongCoder(LongText text) {
            this.encoder = text::encode;
            this.decoder = text::decode;
        }
    }

    /** A cipher of the JDK, for the one thread of a benchmark. */
    private static final class AesBlock {
        private final ByteBuffer block = ByteBuffer.allocate(16);
        private final Cipher cipher;

        AesBlock(int mode) {
            try {
                cipher = Cipher.getInstance("AES/ECB/NoPadding");
                cipher.init(mode, new SecretKeySpec(new byte[16], "AES"));
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }

        String run(long id) {
            block.putLong(8, id);
            try {
                cipher.update(block.array(), 0, 16, block.array(), 0);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
            return "";
        }
    }

    /** UUIDs and their texts. For use by one thread: JMH makes one for each. */
    @State(Scope.Thread)
    public static class Uuids {
        /** How they are written. */
        @Param
        public UuidCoder coder = UuidCoder.CANONICAL;

        private final UUID[] uuids = new UUID[COUNT];
        private final String[] texts = new String[COUNT];
        private int at;

        /** Made by JMH. */
        public Uuids() {}

        /** Draws them. */
        @Setup
        public void draw() {
            SplittableRandom random = new SplittableRandom(1);
            for (int i = 0; i < COUNT; i++) {
                uuids[i] = new UUID(random.nextLong() & ~0xF000L | 0x7000L, random.nextLong() >>> 2 | 1L << 63);
                texts[i] = coder.encoder.apply(uuids[i]);
            }
        }
    }

    /** Ids and their texts. For use by one thread: JMH makes one for each. */
    @State(Scope.Thread)
    public static class Longs {
        /** How they are written. */
        @Param
        public LongCoder coder = LongCoder.CROCKFORD;

        private final long[] ids = new long[COUNT];
        private final String[] texts = new String[COUNT];
        private int at;

        /** Made by JMH. */
        public Longs() {}

        /** Draws them. */
        @Setup
        public void draw() {
            SplittableRandom random = new SplittableRandom(1);
            for (int i = 0; i < COUNT; i++) {
                ids[i] = random.nextLong() >>> 1;
                texts[i] = coder.encoder.apply(ids[i]);
            }
        }
    }

    /**
     * A UUID's text.
     *
     * @param of which
     * @return the text
     */
    @Benchmark
    public String encodeUuid(Uuids of) {
        return of.coder.encoder.apply(of.uuids[of.at++ & COUNT - 1]);
    }

    /**
     * A UUID from its text.
     *
     * @param of which
     * @return the UUID
     */
    @Benchmark
    public UUID decodeUuid(Uuids of) {
        return of.coder.decoder.apply(of.texts[of.at++ & COUNT - 1]);
    }

    /**
     * An id's text.
     *
     * @param of which
     * @return the text
     */
    @Benchmark
    public String encodeLong(Longs of) {
        return of.coder.encoder.apply(of.ids[of.at++ & COUNT - 1]);
    }

    /**
     * An id from its text.
     *
     * @param of which
     * @return the id
     */
    @Benchmark
    public long decodeLong(Longs of) {
        return of.coder.decoder.applyAsLong(of.texts[of.at++ & COUNT - 1]);
    }
}
