package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.internal.process.CopyDetector;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Seeds and clocks for a process and its copy. Until {@link #part()} both are given the same bytes, so that what is built on them goes
 * through the same states; from then on each is given bytes of its own, as a kernel gives them.
 */
final class Twins {
    final AtomicLong nanos = new AtomicLong(1_000_000_000_000L);
    final AtomicLong millis = new AtomicLong(1_795_000_000_000L);
    /** What happens when a process reads its monotonic clock the next time. */
    final Runnable[] atNextReading = {() -> {}, () -> {}};

    final CopyDetector[] copies = {detector(0), detector(1)};

    private final SecureRandom[] seeds = {new Seeds(), new Seeds()};
    private boolean parted;

    /** The words of the one, 0, or the other, 1. */
    SecureWords words(int twin) {
        return new SecureWords(seeds[twin], copies[twin], clock());
    }

    /** The words of all threads of a process. */
    ThreadRandom random(int twin, boolean fast) {
        return new ThreadRandom(seeds[twin], copies[twin], clock(), fast);
    }

    void part() {
        parted = true;
    }

    /** What threads draw from in a process and in its copy, restored as CRaC does it; before, both draw the same. */
    List<ThreadRandom> restored(boolean fast) {
        List<ThreadRandom> randoms = List.of(random(0, fast), random(1, fast));
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

    private InstantSource clock() {
        return () -> Instant.ofEpochMilli(millis.get());
    }

    private CopyDetector detector(int twin) {
        return new CopyDetector(() -> read(twin), clock());
    }

    private long read(int twin) {
        Runnable now = atNextReading[twin];
        atNextReading[twin] = () -> {};
        now.run();
        return nanos.get();
    }

    private final class Seeds extends SecureRandom {
        private static final long serialVersionUID = 1L;
        private final Random common = new Random(1);
        private final SecureRandom own = new SecureRandom();

        @Override
        public void nextBytes(byte[] bytes) {
            (parted ? own : common).nextBytes(bytes);
        }
    }
}
