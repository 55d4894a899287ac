package io.distid.testkit.tiny;

import io.distid.BackendException;
import io.distid.coordination.Consumption;
import io.distid.coordination.TokenAnswer;
import io.distid.coordination.TokenStore;
import io.distid.testkit.tiny.TinyTokensProvider.Defect;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Tokens in the data of a tiny server, which has no clock: that of this machine is meant for all. */
record TinyTokens(TinyClient client, Defect defect) implements TokenStore {
    private static final int KEPT_BYTES = 100;

    @Override
    public boolean issue(Use use, Duration ttl) {
        String request = use.request().equals(NO_REQUEST) ? TinyTokenRecord.ANY : use.request();
        return client.change(data -> {
            TinyTokenRecord kept = TinyTokenRecord.read(data, use.key());
            if (kept == null) {
                long until = System.currentTimeMillis() + ttl.toMillis();
                new TinyTokenRecord("issued", request, use.attempt(), 0, until, until + keep(use), null)
                        .write(data, use.key());
            }
            return kept == null || kept.isOf(use);
        });
    }

    @Override
    public Consumption consume(Use use) {
        if (defect == Defect.READS_THEN_WRITES) {
            Consumption answer = client.change(data -> consume(copy(data), use));
            // Long enough for the others to read, too.
            LockSupport.parkNanos(20_000_000);
            client.change(data -> consume(data, use));
            return answer;
        }
        try {
            return client.change(data -> consume(data, use));
        } catch (BackendException e) {
            if (defect == Defect.HIDES_OUTAGE) {
                return Consumption.CONSUMED;
            }
            throw e;
        }
    }

    private static Properties copy(Properties data) {
        Properties copy = new Properties();
        copy.putAll(data);
        return copy;
    }

    private Consumption consume(Properties data, Use use) {
        TinyTokenRecord kept = read(data, use);
        Consumption refusal = refusal(kept, use);
        if (refusal != null) {
            return refusal;
        }
        if (kept.is("done") && defect != Defect.ACCEPTS_TWICE) {
            return kept.isOf(use) && defect != Defect.FORGETS_ATTEMPTS ? Consumption.ACCEPTED : Consumption.CONSUMED;
        }
        if (kept.isHeldByAnother(use) && defect != Defect.CONSUMES_AMID_A_USE) {
            return Consumption.IN_PROGRESS;
        }
        write(data, use, "done", next(kept.fence()), 0, null);
        return Consumption.ACCEPTED;
    }

    @Override
    public Answer begin(Use use, Duration lease) {
        return client.change(data -> {
            TinyTokenRecord kept = read(data, use);
            Consumption refusal = refusal(kept, use);
            if (refusal != null) {
                return new TokenAnswer.Refused(refusal);
            }
            if (kept.is("done")) {
                return new TokenAnswer.Completed(kept.result());
            }
            long now = System.currentTimeMillis();
            if (kept.isHeldByAnother(use) && defect != Defect.BEGINS_AMID_A_USE) {
                return new TokenAnswer.InProgress(Duration.ofMillis(kept.until() - now));
            }
            boolean again = kept.is("begun") && kept.isOf(use) && defect != Defect.FENCE_GROWS_WITH_A_REPEAT;
            long fence = again ? kept.fence() : next(kept.fence());
            write(data, use, "begun", fence, now + lease.toMillis(), null);
            return new Begun(fence);
        });
    }

    @Override
    public boolean complete(Use use, long fence, String completion, byte @Nullable [] result) {
        byte[] cut = result != null && result.length > KEPT_BYTES && defect == Defect.CUTS_RESULTS
                ? Arrays.copyOf(result, KEPT_BYTES)
                : result;
        return client.change(data -> {
            TinyTokenRecord kept = TinyTokenRecord.read(data, use.key());
            if (kept == null || kept.fence() != fence && defect != Defect.ANYBODY_COMPLETES) {
                return false;
            }
            if (kept.is("done")) {
                return (kept.attempt().equals(completion) || defect == Defect.COPIES_COMPLETE)
                        && defect != Defect.FORGETS_A_COMPLETION;
            }
            boolean late = kept.until() <= System.currentTimeMillis();
            if (!kept.isOf(use) && defect != Defect.ANYBODY_COMPLETES
                    || late && defect == Defect.REFUSES_LATE_COMPLETION) {
                return false;
            }
            Use done = new Use(use.key(), use.request(), completion, use.unissued(), use.keep());
            write(data, done, "done", fence, 0, cut);
            return true;
        });
    }

    @Override
    public void release(Use use, long fence) {
        client.change(data -> {
            TinyTokenRecord kept = TinyTokenRecord.read(data, use.key());
            if (kept != null && kept.is("begun")) {
                boolean mine = kept.fence() == fence && kept.isOf(use);
                if (mine || defect == Defect.RELEASES_THE_NEXT) {
                    new TinyTokenRecord(
                                    "begun", kept.request(), kept.attempt(), kept.fence(), 0, kept.keptUntil(), null)
                            .write(data, use.key());
                }
            }
            return true;
        });
    }

    @Override
    public void close() {
        client.close();
    }

    @Override
    public String toString() {
        return "a tiny server";
    }

    private void write(Properties data, Use use, String state, long fence, long until, byte @Nullable [] result) {
        long keptUntil = Math.max(until, System.currentTimeMillis()) + keep(use);
        new TinyTokenRecord(state, use.request(), use.attempt(), fence, until, keptUntil, result)
                .write(data, use.key());
    }

    private @Nullable TinyTokenRecord read(Properties data, Use use) {
        TinyTokenRecord kept = TinyTokenRecord.read(data, use.key());
        return kept == null && (use.unissued() || defect == Defect.TAKES_UNISSUED)
                ? new TinyTokenRecord("issued", TinyTokenRecord.ANY, "", 0, Long.MAX_VALUE, Long.MAX_VALUE, null)
                : kept;
    }

    private @Nullable Consumption refusal(@Nullable TinyTokenRecord kept, Use use) {
        Consumption refusal = kept == null ? Consumption.UNKNOWN : kept.refusal(use, defect == Defect.IGNORES_REQUESTS);
        return refusal == Consumption.EXPIRED && defect == Defect.CONFUSES_EXPIRED ? Consumption.UNKNOWN : refusal;
    }

    private long next(long fence) {
        if (defect == Defect.FENCE_STAYS) {
            return Math.max(1, fence);
        }
        return defect == Defect.FENCE_FROM_ONE
                ? fence + 1
                : Math.max(fence + 1, ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
    }

    private static long keep(Use use) {
        return use.keep().toMillis();
    }
}
