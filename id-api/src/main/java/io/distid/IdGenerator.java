package io.distid;

/**
 * A source of ids that never repeat.
 *
 * <p>A generator is ready when its provider returns it, and safe for use by any number of threads. Its two kinds are
 * {@link LongIdGenerator} (63 bits) and {@link UuidGenerator} (128 bits); there is no generic form, since that would box.
 *
 * <p>Each way to fail is an unchecked {@link IdException}; an id is never null, 0 or negative, and none is made up when a
 * clock, a lease or a store fails. After {@link #close()} each call for an id or a text throws {@link IllegalStateException}; what tells of the
 * generator may be asked still: {@link #traits()}, {@link #textLength()}, {@link #isTextCaseSensitive()}, {@link #stats()} and {@link #unwrap}.
 */
public sealed interface IdGenerator extends AutoCloseable permits LongIdGenerator, UuidGenerator {

    /**
     * The next id as text: decimal for 63 bits, the 36 characters of RFC 9562 for a UUID, unless the generator was opened with another text by
     * {@code text}, {@code text-prefix} or {@code text-date}.
     *
     * @return the text, never empty
     * @throws IdException as the next id itself would throw; {@link IdsExhaustedException} also if {@code text=padded} is too narrow for the id
     * @throws IllegalStateException after {@link #close()}
     */
    String nextText();

    /**
     * The length of the longest text that {@link #nextText()} may return, for those who make a column for it.
     *
     * @return in characters, the same for the life of the generator
     */
    int textLength();

    /**
     * Whether two texts of {@link #nextText()} may differ in the case of a letter alone, so that whoever compares without case takes them for one: a
     * generator that was opened with such a form by {@code text} answers for it, and one that decorates another passes the answer on.
     *
     * @return as {@link io.distid.text.TextForm#isCaseSensitive()} says of the form, the same for the life of the generator; false by default, as canonical texts are
     */
    default boolean isTextCaseSensitive() {
        return false;
    }

    /**
     * What this generator claims of itself; the contract tests hold it to that.
     *
     * @return the claims, the same for the life of the generator
     */
    IdTraits traits();

    /**
     * How this generator stands, for operators: read from what it keeps anyway, so that no id costs more for being watched.
     *
     * <p>May be asked after {@link #close()}, too: the snapshot then says that the generator is closed.
     *
     * @return a snapshot; empty by default
     */
    default IdStats stats() {
        return IdStats.builder().build();
    }

    /**
     * This generator as one of its own type, or, if it only decorates another (as for {@code text=}), that one: the way to what a
     * strategy offers beyond this interface.
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
        throw new IllegalArgumentException("a " + getClass().getName() + " is no " + type.getName());
    }

    /**
     * Ends this generator and gives back what it holds (a lease, a pool, a thread). A second call does nothing.
     *
     * @throws IdException if what is held could not be given back; the generator is closed all the same
     */
    @Override
    void close();
}
