package io.distid.uuid;

import io.distid.Coordination;
import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.Safety;
import io.distid.UuidGenerator;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * UUID version 4: 122 random bits, by {@link UUID#randomUUID()}.
 *
 * <p>No order, no clock, no end. Safe for use by any number of threads.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9562#section-5.4">RFC 9562, section 5.4</a>
 */
public final class UuidV4 implements UuidGenerator {
    private static final IdTraits TRAITS = new IdTraits(
            "uuid-v4",
            128,
            Ordering.NONE,
            false,
            Coordination.NONE,
            Safety.RANDOM,
            OptionalLong.empty(),
            null,
            List.of("122 random bits: among n ids, a repeat has probability n^2 / 2^123 "
                    + "(1 in a billion after 10^14 ids)"));

    private volatile boolean closed;

    private UuidV4() {}

    /**
     * A generator on {@link UUID#randomUUID()}.
     *
     * @return ready for use
     */
    public static UuidV4 open() {
        return new UuidV4();
    }

    /** {@inheritDoc} */
    @Override
    public UUID nextUuid() {
        if (closed) {
            throw new IllegalStateException("the generator is closed");
        }
        return UUID.randomUUID();
    }

    /** {@inheritDoc} */
    @Override
    public IdTraits traits() {
        return TRAITS;
    }

    /** {@inheritDoc} */
    @Override
    public void close() {
        closed = true;
    }
}
