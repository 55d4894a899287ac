package io.distid.coordination;

import io.distid.BackendException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A store within this process, by a clock that is moved by hand, whose answers tests can lose. Forgets nothing by itself. */
final class MemoryTokenStore implements TokenStore {
    private final LeaseClock clock;
    private final Map<String, Record> records = new HashMap<>();
    /** What was asked, in order: {@code issue}, {@code consume}, {@code begin}, {@code complete}, {@code release}. */
    final List<String> calls = new CopyOnWriteArrayList<>();

    volatile Runnable beforeRequest = () -> {};
    volatile Runnable beforeAnswer = () -> {};
    /** Of longer results it has no room. */
    volatile int longestResult = Integer.MAX_VALUE;
    /** What was begun with last. */
    volatile @Nullable Use lastUse;

    private enum State {
        ISSUED,
        BEGUN,
        DONE
    }

    private record Record(
            State state, String request, String attempt, long fence, long until, byte @Nullable [] result) {}

    MemoryTokenStore(LeaseClock clock) {
        this.clock = clock;
    }

    @Override
    public boolean issue(Use use, Duration ttl) {
        return answer("issue", () -> {
            String request = use.request().equals(NO_REQUEST) ? "" : use.request();
            Record fresh = new Record(State.ISSUED, request, use.attempt(), 0, clock.millis() + ttl.toMillis(), null);
            Record kept = records.putIfAbsent(use.key(), fresh);
            return kept == null || kept.attempt().equals(use.attempt());
        });
    }

    @Override
    public Consumption consume(Use use) {
        return answer("consume", () -> {
            Record kept = kept(use);
            Consumption refusal = refusal(kept, use);
            if (refusal != null) {
                return refusal;
            }
            if (kept.state() == State.DONE) {
                return kept.attempt().equals(use.attempt()) ? Consumption.ACCEPTED : Consumption.CONSUMED;
            }
            if (isHeldByAnother(kept, use)) {
                return Consumption.IN_PROGRESS;
            }
            records.put(use.key(), new Record(State.DONE, use.request(), use.attempt(), kept.fence() + 1, 0, null));
            return Consumption.ACCEPTED;
        });
    }

    @Override
    public Answer begin(Use use, Duration lease) {
        lastUse = use;
        return answer("begin", () -> {
            Record kept = kept(use);
            Consumption refusal = refusal(kept, use);
            if (refusal != null) {
                return new TokenAnswer.Refused(refusal);
            }
            if (kept.state() == State.DONE) {
                return new TokenAnswer.Completed(kept.result());
            }
            if (isHeldByAnother(kept, use)) {
                return new TokenAnswer.InProgress(Duration.ofMillis(kept.until() - clock.millis()));
            }
            boolean again = kept.state() == State.BEGUN && kept.attempt().equals(use.attempt());
            long fence = again ? kept.fence() : kept.fence() + 1;
            long until = clock.millis() + lease.toMillis();
            records.put(use.key(), new Record(State.BEGUN, use.request(), use.attempt(), fence, until, null));
            return new Begun(fence);
        });
    }

    @Override
    public boolean complete(Use use, long fence, String completion, byte @Nullable [] result) {
        return answer("complete", () -> {
            if (result != null && result.length > longestResult) {
                throw new BackendException("the result is refused");
            }
            Record kept = kept(use);
            if (kept == null || kept.fence() != fence) {
                return false;
            }
            if (kept.state() == State.DONE) {
                return kept.attempt().equals(completion);
            }
            boolean mine = kept.state() == State.BEGUN && kept.attempt().equals(use.attempt());
            if (mine) {
                records.put(use.key(), new Record(State.DONE, kept.request(), completion, fence, 0, result));
            }
            return mine;
        });
    }

    @Override
    public void release(Use use, long fence) {
        answer("release", () -> {
            Record kept = kept(use);
            if (kept != null
                    && kept.state() == State.BEGUN
                    && kept.fence() == fence
                    && kept.attempt().equals(use.attempt())) {
                records.put(use.key(), new Record(State.BEGUN, kept.request(), kept.attempt(), fence, 0, null));
            }
            return true;
        });
    }

    synchronized void forget(String token) {
        records.remove(TokenHash.key(token));
    }

    @Override
    public void close() {}

    @Override
    public String toString() {
        return "memory";
    }

    private <T> T answer(String call, java.util.function.Supplier<T> step) {
        calls.add(call);
        beforeRequest.run();
        T answer;
        synchronized (this) {
            answer = step.get();
        }
        beforeAnswer.run();
        return answer;
    }

    private @Nullable Record kept(Use use) {
        Record kept = records.get(use.key());
        return kept == null && use.unissued() ? new Record(State.ISSUED, "", "", 0, Long.MAX_VALUE, null) : kept;
    }

    private @Nullable Consumption refusal(@Nullable Record kept, Use use) {
        if (kept == null) {
            return Consumption.UNKNOWN;
        }
        if (!kept.request().isEmpty() && !kept.request().equals(use.request())) {
            return Consumption.FOREIGN;
        }
        return kept.state() == State.ISSUED && kept.until() <= clock.millis() ? Consumption.EXPIRED : null;
    }

    private boolean isHeldByAnother(Record kept, Use use) {
        return kept.state() == State.BEGUN
                && kept.until() > clock.millis()
                && !kept.attempt().equals(use.attempt());
    }
}
