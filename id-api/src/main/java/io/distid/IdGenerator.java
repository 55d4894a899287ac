package io.distid;

/**
 * A source of ids that never repeat.
 *
 * <p>A generator is ready when its provider returns it, and safe for use by any number of threads. Its two kinds are
 * {@link LongIdGenerator} (63 bits) and {@link UuidGenerator} (128 bits); there is no generic form, since that would box.
 *
 * <p>Every failure is an unchecked {@link IdException}. An id is never null, 0 or negative, and none is made up when a clock, a lease or a store
 * fails. After {@link #close()} each call for an id or a text throws {@link IllegalStateException}. The other methods still answer: {@link
 * #traits()}, {@link #textLength()}, {@link #isTextCaseSensitive()}, {@link #stats()} and {@link #unwrap}.
 */
public sealed interface IdGenerator extends AutoCloseable permits LongIdGenerator, UuidGenerator {

    /**
     * The next id as text: decimal for 63 bits, the 36 characters of RFC 9562 for a UUID. The settings {@code text}, {@code text-prefix} and {@code
     * text-date} choose another text.
     *
     * @return the text, never empty
     * @throws IdException as the next id itself would throw; {@link IdsExhaustedException} also if {@code text=padded} is too narrow for the id
     * @throws IllegalStateException after {@link #close()}
     */
    String nextText();

    /**
     * The length of the longest text that {@link #nextText()} may return, for the width of a column.
     *
     * @return in characters, the same for the life of the generator
     */
    int textLength();

    /**
     * Whether two texts of {@link #nextText()} may differ only in the case of a letter. A comparison that ignores case takes such texts for equal.
     * With {@code text}, the form decides. A generator that decorates another returns the other's answer.
     *
     * @return as {@link io.distid.text.TextForm#isCaseSensitive()} of the form, the same for the life of the generator; false by default, for
     *     canonical texts
     */
    default boolean isTextCaseSensitive() {
        return false;
    }

    /**
     * What this generator claims of itself; the contract tests check it.
     *
     * @return the claims, the same for the life of the generator
     */
    IdTraits traits();

    /**
     * How this generator stands, for operators: read from what it keeps anyway, so that watching it costs no id anything.
     *
     * <p>May be asked after {@link #close()}, too: the snapshot then says that the generator is closed.
     *
     * @return a snapshot; empty by default
     */
    default IdStats stats() {
        return IdStats.builder().build();
    }

    /**
     * This generator as its own type, for what a strategy offers beyond this interface. A generator that only decorates another, as with {@code
     * text=}, returns the other.
     *
     * @param type such as {@code Snowflake.class}
     * @param <T> the type
     * @return not to be closed apart from this generator
     * @throws IllegalArgumentException if neither is of that type; the message names both
     */
    default <T> T unwrap(Class<T> type) {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        throw new IllegalArgumentException("a " + getClass().getName() + " is not of type " + type.getName());
    }

    /**
     * Ends this generator and releases what it holds (a lease, a pool, a thread). A second call does nothing.
     *
     * @throws IdException if what it holds could not be released; the generator is closed all the same
     */
    @Override
    void close();
}
