package io.distid.jackson;

import java.util.Optional;

/** {@code long[]}, which Jackson writes and reads as a whole without asking who writes and reads a {@code long}. */
final class LongArrays {
    private LongArrays() {}

    /** How elements of a {@code long[]} are written, if this says so. */
    @SuppressWarnings("unchecked")
    static Optional<JsonIdCodec<Long>> elements(JsonIdCodec<?> codec) {
        return codec.type() == (Class<?>) long.class ? Optional.of((JsonIdCodec<Long>) codec) : Optional.empty();
    }
}
