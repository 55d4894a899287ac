package io.distid.uuid;

import io.distid.process.CopyDetector;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Seeds and clocks that a test gives. */
record GivenSeeds(Supplier<byte[]> source, LongSupplier nanos, LongSupplier clock) implements RandomSource {
    private static final CipherWarmUp READY = ready();

    @Override
    public byte[] seed() {
        return source.get();
    }

    @Override
    public byte[] systemBytes(int count) {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        while (bytes.hasRemaining()) {
            bytes.put(source.get(), 0, Math.min(RandomInput.SEED_BYTES, bytes.remaining()));
        }
        return bytes.array();
    }

    @Override
    public long nanoTime() {
        return nanos.getAsLong();
    }

    @Override
    public long millis() {
        return clock.getAsLong();
    }

    /** For streams whose cipher is ready. */
    RandomInput encrypted(CopyDetector copies) {
        return new RandomInput(this, copies, READY);
    }

    /** For streams that have no cipher. */
    RandomInput alone(CopyDetector copies) {
        return new RandomInput(this, copies, null);
    }

    private static CipherWarmUp ready() {
        CipherWarmUp start = new CipherWarmUp(new SystemRandomSource(new CopyDetector()));
        start.run();
        return start;
    }
}
