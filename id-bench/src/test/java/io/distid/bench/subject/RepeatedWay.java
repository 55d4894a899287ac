package io.distid.bench.subject;

import io.distid.IdTraits;
import io.distid.LongIdGenerator;

/**
 * A generator whose single ids are right, and whose batches or texts are those of the call before every other time.
 *
 * @param ids what gives the single ids
 * @param batches whether batches repeat, and not texts
 * @param last what was given out last in that way; empty if it was given out twice
 */
record RepeatedWay(LongIdGenerator ids, boolean batches, long[] last) implements LongIdGenerator {
    RepeatedWay(LongIdGenerator ids, boolean batches) {
        this(ids, batches, new long[1]);
    }

    @Override
    public long nextId() {
        return ids.nextId();
    }

    @Override
    public void nextIds(long[] to, int from, int end) {
        LongIdGenerator.super.nextIds(to, from, end);
        if (batches && from < end) {
            to[from] = twice(to[from]);
        }
    }

    @Override
    public String nextText() {
        return Long.toString(batches ? nextId() : twice(nextId()));
    }

    /** An id, or the one before if that was given out once. */
    private synchronized long twice(long id) {
        long again = last[0];
        last[0] = again == 0 ? id : 0;
        return again == 0 ? id : again;
    }

    @Override
    public IdTraits traits() {
        return ids.traits();
    }

    @Override
    public void close() {
        ids.close();
    }
}
