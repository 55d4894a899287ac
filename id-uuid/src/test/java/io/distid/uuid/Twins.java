package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.process.CopyDetector;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Seeds and clocks for a process and its copy. Until {@link #part()} both are given the same bytes, so that what is built on them goes
 * through the same states; from then on each is given bytes of its own, as a kernel gives them.
 */
final class Twins {
    final AtomicLong nanos = new AtomicLong(1_000_000_000_000L);
    final AtomicLong millis = new AtomicLong(1_795_000_000_000L);
    final CopyDetector[] copies = {new CopyDetector(), new CopyDetector()};
    /** What happens when a process reads its monotonic clock the next time. */
    final Runnable[] atNextReading = {() -> {}, () -> {}};

    private final SecureRandom random = new SecureRandom();
    private final List<byte[]> common = new ArrayList<>();
    private final int[] asked = new int[2];
    private boolean parted;

    /** The seeds of the one, 0, or the other, 1. */
    RandomInput seeds(int twin) {
        return source(twin).encrypted(copies[twin]);
    }

    /** The same, for streams that have no cipher. */
    RandomInput alone(int twin) {
        return source(twin).alone(copies[twin]);
    }

    void part() {
        parted = true;
    }

    /** What threads draw from in a process and in its copy, restored as CRaC does it; before, both draw the same. */
    List<ThreadRandom<WordBlock>> restored(boolean fast) {
        List<ThreadRandom<WordBlock>> randoms =
                List.of(ThreadRandom.open(seeds(0), fast), ThreadRandom.open(seeds(1), fast));
        for (int i = 0; i < 1_000; i++) {
            assertThat(randoms.get(0).next())
                    .as("control")
                    .isEqualTo(randoms.get(1).next());
        }
        for (CopyDetector each : copies) {
            each.expected();
        }
        part();
        for (CopyDetector each : copies) {
            each.restored();
        }
        return randoms;
    }

    /** Time goes on, on both clocks. */
    void pass(long passedNanos) {
        nanos.addAndGet(passedNanos);
        millis.addAndGet(passedNanos / 1_000_000);
    }

    private GivenSeeds source(int twin) {
        return new GivenSeeds(() -> draw(twin), () -> read(twin), millis::get);
    }

    private long read(int twin) {
        Runnable now = atNextReading[twin];
        atNextReading[twin] = () -> {};
        now.run();
        return nanos.get();
    }

    private byte[] draw(int twin) {
        int at = asked[twin]++;
        byte[] fresh = new byte[RandomInput.SEED_BYTES];
        random.nextBytes(fresh);
        if (parted) {
            return fresh;
        }
        if (at == common.size()) {
            common.add(fresh);
        }
        return Arrays.copyOf(common.get(at), RandomInput.SEED_BYTES);
    }
}
