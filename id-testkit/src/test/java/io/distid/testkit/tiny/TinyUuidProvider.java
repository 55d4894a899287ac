package io.distid.testkit.tiny;

import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.Safety;
import io.distid.UuidGenerator;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** A counter of this JVM in the dress of a UUID of version 8. */
public final class TinyUuidProvider implements IdGeneratorProvider {
    private static final AtomicLong COUNTER = new AtomicLong();
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    /** Ways to break the contract. */
    public enum Defect {
        NONE,
        WRONG_VERSION,
        WRONG_VARIANT,
        SIGNED_ORDER,
        ACCEPTS_ODD_RANGE
    }

    @Override
    public String name() {
        return "tiny-uuid";
    }

    @Override
    public IdKind kind() {
        return IdKind.UUID;
    }

    @Override
    public String summary() {
        return "a counter of this JVM as a UUID";
    }

    @Override
    public List<ConfigKey> keys() {
        return List.of(ConfigKey.text("defect", "NONE", "what to break"));
    }

    @Override
    public IdGenerator open(IdConfig config) {
        return new TinyUuid(Defect.valueOf(config.text("defect")));
    }

    private static final class TinyUuid implements UuidGenerator {
        private final Defect defect;
        private volatile boolean closed;

        TinyUuid(Defect defect) {
            this.defect = defect;
        }

        @Override
        public UUID nextUuid() {
            if (closed) {
                throw new IllegalStateException("tiny-uuid is closed");
            }
            long count = COUNTER.incrementAndGet();
            long version = defect == Defect.WRONG_VERSION ? 0x7000 : 0x8000;
            // Across the border of the sign: unsigned these ascend, signed they do not.
            long high = count < 100 && defect != Defect.SIGNED_ORDER ? Long.MAX_VALUE : Long.MIN_VALUE;
            long low = defect == Defect.SIGNED_ORDER && count % 2 == 0 ? -count : count;
            long variant = defect == Defect.WRONG_VARIANT ? 0 : VARIANT;
            return new UUID(high & ~0xf000L | version, low & ~0xc000_0000_0000_0000L | variant);
        }

        @Override
        public void nextUuids(long[] halves, int from, int to) {
            int even = defect == Defect.ACCEPTS_ODD_RANGE ? to - (to - from & 1) : to;
            UuidGenerator.super.nextUuids(halves, from, even);
        }

        @Override
        public IdTraits traits() {
            return IdTraits.builder("tiny-uuid")
                    .bits(128)
                    .ordering(Ordering.PER_THREAD)
                    .safety(Safety.STORED)
                    .build();
        }

        @Override
        public IdStats stats() {
            return IdStats.builder().closed(closed).build();
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
