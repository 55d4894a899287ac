package io.distid;

/**
 * A source of ids that never repeat.
 *
 * <p>A generator is ready when its provider returns it, and safe for use by any number of threads. Its two kinds are
 * {@link LongIdGenerator} (63 bits) and {@link UuidGenerator} (128 bits); there is no generic form, since that would box.
 *
 * <p>Each way to fail is an unchecked {@link IdException}; an id is never null, 0 or negative, and none is made up when a
 * clock, a lease or a store fails. After {@link #close()} each call throws {@link IllegalStateException}.
 */
public sealed interface IdGenerator extends AutoCloseable permits LongIdGenerator, UuidGenerator {

    /**
     * The next id in the strategy's canonical text: decimal for 63 bits, the 36 characters of RFC 9562 for a UUID.
     *
     * @return the text, never empty
     * @throws IdException as the next id itself would throw
     * @throws IllegalStateException after {@link #close()}
     */
    String nextText();

    /**
     * What this generator claims of itself; the contract tests hold it to that.
     *
     * @return the claims, the same for the life of the generator
     */
    IdTraits traits();

    /**
     * Ends this generator and gives back what it holds (a lease, a pool, a thread). A second call does nothing.
     *
     * @throws IdException if what is held could not be given back; the generator is closed all the same
     */
    @Override
    void close();
}
