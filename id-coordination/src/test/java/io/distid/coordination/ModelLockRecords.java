package io.distid.coordination;

import io.distid.BackendException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Records of locks in memory, on a clock of their own, whose answers can be lost and whose requests can be late. As etcd, it tells its time
 * in whole seconds and with each read; or else as ZooKeeper, in ms and with each write, and reads may lag. Not safe for use by several threads.
 */
final class ModelLockRecords implements LockRecords {
    private static final long SECOND = 1_000;
    private static final long SKEW = 5_000;

    private final boolean tellsSeconds;
    private final Random random;
    private final Map<String, Stored> stored = new HashMap<>();
    private final List<Runnable> late = new ArrayList<>();
    private @Nullable Stored before;
    private long revision = 1;

    long millis = 1_800_000_000_000L;
    /** Of a hundred writes, how many are not answered. */
    int unanswered;
    /** What happens before a write reaches the store. */
    Runnable beforeWrite = () -> {};
    /** Whether writes compare: a test that finds nothing without that finds nothing at all. */
    boolean compares = true;

    private record Stored(String text, long made, long written, long madeAt, long writtenAt) {}

    private record Read(@Nullable Stored stored, long revision, long told) {}

    ModelLockRecords(boolean tellsSeconds, Random random) {
        this.tellsSeconds = tellsSeconds;
        this.random = random;
    }

    @Override
    public Seen glance(String lock) {
        boolean lags = !tellsSeconds && before != null && random.nextInt(4) == 0;
        Seen seen = seen(lags ? before : stored.get(lock));
        return tellsSeconds ? seen : new Seen(seen.record(), Seen.UNTIMED, Seen.UNTIMED, seen.version());
    }

    @Override
    public Seen look(String lock) {
        return seen(stored.get(lock));
    }

    private Seen seen(@Nullable Stored found) {
        long told = tellsSeconds ? millis - millis % SECOND : millis;
        LockRecord record = found == null
                ? null
                : LockRecord.parse("model", found.text).at(found.writtenAt, found.writtenAt * 1_000);
        return new Seen(record, told, told + (tellsSeconds ? SECOND + SKEW : 0), new Read(found, revision, told));
    }

    @Override
    public @Nullable LockRecord write(String lock, Seen seen, LockRecord next) {
        Read read = (Read) Objects.requireNonNull(seen.version());
        beforeWrite.run();
        if (random.nextInt(100) >= unanswered) {
            return writeNow(lock, read, next);
        }
        switch (random.nextInt(3)) {
            case 0 -> writeNow(lock, read, next);
            case 1 -> late.add(() -> writeNow(lock, read, next));
            default -> {
                // Lost on its way.
            }
        }
        throw new BackendException("not answered");
    }

    private @Nullable LockRecord writeNow(String lock, Read read, LockRecord next) {
        Stored now = stored.get(lock);
        boolean same = now == null
                ? read.stored == null
                : read.stored != null && now.made == read.stored.made && now.written == read.stored.written;
        if (!same && compares) {
            return null;
        }
        boolean follows = revision == read.revision;
        revision++;
        LockRecord told = next.at(read.told + SECOND, read.told * 1_000 + read.revision);
        Stored fresh = new Stored(
                (tellsSeconds ? told : next).text(),
                now == null ? revision : now.made,
                revision,
                now == null ? millis : now.madeAt,
                millis);
        before = now;
        stored.put(lock, fresh);
        if (tellsSeconds) {
            return read.stored == null && !follows ? null : told;
        }
        if (fresh.madeAt == millis) {
            millis += random.nextInt(2);
            return null;
        }
        return next.at(millis, millis * 1_000);
    }

    /** A request that was not answered is carried out now, if there is one. */
    void deliverLate() {
        if (!late.isEmpty()) {
            late.remove(random.nextInt(late.size())).run();
        }
    }

    void lose(String lock) {
        stored.remove(lock);
        before = null;
        revision++;
    }

    @Override
    public LockStore.Watch watch(String lock, Runnable freed) {
        return () -> {};
    }

    @Override
    public boolean isWatching() {
        return false;
    }

    @Override
    public void close() {}

    @Override
    public String toString() {
        return "a model";
    }
}
