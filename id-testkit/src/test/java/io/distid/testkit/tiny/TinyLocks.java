package io.distid.testkit.tiny;

import io.distid.coordination.LockStore;
import io.distid.testkit.tiny.TinyLocksProvider.Defect;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Properties;
import java.util.function.Function;

/** Locks in the data of a tiny server, which has no clock: that of this machine is meant for all. */
final class TinyLocks implements LockStore {
    private static final Duration POLL = Duration.ofMillis(20);

    private final TinyClient client;
    private final Defect defect;
    private volatile boolean closed;

    TinyLocks(TinyClient client, Defect defect) {
        this.client = client;
        this.defect = defect;
    }

    @Override
    public Answer take(String lock, String process, List<String> tokens, String token, Duration lease) {
        return change(data -> take(data, lock, process, tokens, token, lease));
    }

    /** A client connects again by itself. */
    private <T> T change(Function<Properties, T> step) {
        if (closed) {
            throw new IllegalStateException("the locks of " + this + " are closed");
        }
        return client.change(step);
    }

    private Answer take(
            Properties data, String lock, String process, List<String> tokens, String token, Duration lease) {
        TinyLockRecord kept = TinyLockRecord.read(data, lock);
        if (kept != null && kept.isHeld() && !tokens.contains(kept.token()) && defect != Defect.GRANTS_TWICE) {
            if (!kept.process().equals(process)) {
                kept.asWanted().write(data, lock);
            }
            return new Held(Duration.ofMillis(Math.max(1, kept.until() - System.currentTimeMillis())));
        }
        long before = kept == null ? 0 : kept.fence();
        long freed = kept != null && kept.isFree() && defect != Defect.FORGETS_WHO_FREED ? before : 0;
        long fence = next(before);
        new TinyLockRecord(fence, token, end(lease), process, false, freed).write(data, lock);
        return new Granted(fence);
    }

    @Override
    public boolean extend(String lock, long fence, List<String> tokens, String token, Duration lease) {
        return change(data -> {
            TinyLockRecord kept = TinyLockRecord.read(data, lock);
            if (kept == null || !isOf(kept, fence, tokens, Defect.ANYBODY_EXTENDS, Defect.COPIES_EXTEND)) {
                return false;
            }
            if (kept.isFree() && defect != Defect.EXTENDS_WHAT_IS_FREE) {
                return false;
            }
            if (defect != Defect.EXTENDS_IN_WORDS) {
                kept.extended(defect == Defect.KEEPS_TOKENS ? kept.token() : token, end(lease))
                        .write(data, lock);
            }
            return true;
        });
    }

    @Override
    public Released release(String lock, long fence, List<String> tokens) {
        return change(data -> {
            TinyLockRecord kept = TinyLockRecord.read(data, lock);
            if (kept == null || !isOf(kept, fence, tokens, Defect.ANYBODY_FREES, Defect.COPIES_FREE)) {
                return kept != null && fence != 0 && kept.freed() == fence ? Released.FREED : Released.LOST;
            }
            kept.asFree().write(data, lock);
            return kept.wanted() ? Released.FREED_AND_WANTED : Released.FREED;
        });
    }

    private boolean isOf(TinyLockRecord kept, long fence, List<String> tokens, Defect anybody, Defect copies) {
        boolean sameNumber = fence == 0 || kept.fence() == fence || defect == Defect.IGNORES_NUMBERS;
        return defect == anybody || sameNumber && (tokens.contains(kept.token()) || defect == copies);
    }

    private long next(long fence) {
        return switch (defect) {
            case FENCE_STAYS -> Math.max(1, fence);
            case FENCE_FROM_ONE -> fence + 1;
            default -> Math.max(fence + 1, ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
        };
    }

    private long end(Duration lease) {
        return System.currentTimeMillis() + lease.toMillis() / (defect == Defect.LEASES_HALF ? 2 : 1);
    }

    @Override
    public Duration pollInterval() {
        return POLL;
    }

    @Override
    public void close() {
        closed = true;
        client.close();
    }

    @Override
    public String toString() {
        return "a tiny server";
    }
}
