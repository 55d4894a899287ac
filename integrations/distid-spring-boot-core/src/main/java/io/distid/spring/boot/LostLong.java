package io.distid.spring.boot;

import io.distid.IdException;
import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.LeaseLostException;
import io.distid.LongIdGenerator;
import io.distid.internal.CallCounts;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes the place of a generator whose lease is lost, from before its close until another is open. Calls fail with the
 * lost lease as before, not as on a closed generator. Safe for use by any number of threads.
 */
final class LostLong implements LongIdGenerator {
    private final String name;
    private final LongIdGenerator lost;
    private final @Nullable IdException reason;
    /** The stats from before it was closed. */
    private final IdStats stats;

    private final CallCounts counts = new CallCounts();
    /** Why the last attempt to open another generator failed; null during an attempt. */
    private volatile @Nullable Throwable failure;

    private volatile boolean closed;

    private LostLong(String name, LongIdGenerator lost, @Nullable IdException reason) {
        this.name = name;
        this.lost = lost;
        this.reason = reason;
        this.stats = lost.stats();
    }

    /** Takes the place of a generator whose lease is lost and that is not closed yet. */
    static LostLong of(String name, LongIdGenerator lost) {
        IdException reason = null;
        try {
            lost.nextId();
        } catch (IdException e) {
            reason = e;
        } catch (IllegalStateException e) {
            // It is closed as well.
        }
        return new LostLong(name, lost, reason);
    }

    /** An attempt to open another generator begins. */
    void opening() {
        failure = null;
    }

    /** The attempt failed. */
    void failed(Throwable why) {
        failure = why;
    }

    @Override
    public long nextId() {
        throw lost();
    }

    @Override
    public void nextIds(long[] ids, int from, int to) {
        Objects.checkFromToIndex(from, to, ids.length);
        throw lost();
    }

    private RuntimeException lost() {
        if (closed) {
            return new IllegalStateException("the generator is closed");
        }
        Throwable failed = failure;
        String message = (reason == null ? "the lease is lost" : reason.getMessage()) + "; generator \"" + name + "\" "
                + (failed == null ? "is being opened again" : "could not be opened again: " + failed.getMessage());
        LeaseLostException error = new LeaseLostException(message, failed == null ? reason : failed);
        return counts.failed(error);
    }

    @Override
    public String textOf(long id) {
        return lost.textOf(id);
    }

    @Override
    public long parseText(String text) {
        return lost.parseText(text);
    }

    @Override
    public int textLength() {
        return lost.textLength();
    }

    @Override
    public boolean isTextCaseSensitive() {
        return lost.isTextCaseSensitive();
    }

    @Override
    public IdTraits traits() {
        return lost.traits();
    }

    @Override
    public IdStats stats() {
        return counts.addedTo(stats).toBuilder().closed(closed).build();
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        return type.isInstance(this) ? type.cast(this) : lost.unwrap(type);
    }

    /** Closes only this. The lost generator is closed when this takes its place. */
    @Override
    public void close() {
        closed = true;
    }

    @Override
    public String toString() {
        return lost.toString();
    }
}
