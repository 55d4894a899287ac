package io.distid.etcd;

import io.distid.worker.WorkerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Some of a namespace's worker ids, whose keys lie side by side: those that begin with the same digits. etcd orders keys by their
 * characters, so that all keys that begin with 12, say, are those of ids 12, 120 to 129, 1200 to 1299 and so on.
 *
 * @param starts the digits, as numbers of one length
 */
record IdWindow(List<Integer> starts) {
    /** Up to this id a namespace is read whole: one answer has all of its keys. */
    static final int LAST_READ_WHOLE = 2_047;

    /** Where one of a hundred is free, all of so many are held once in 20,000 times. */
    static final int MANY = 1_000;

    /** Where one of ten is free, all of so many are held once in 30,000 times. */
    static final int FEW = 100;

    /** A transaction takes 128 operations, and each of these takes two. */
    private static final int MOST_STARTS = 40;

    /**
     * A window for somebody who wants any id, or prefers one.
     *
     * @param least how many ids, {@link #FEW} or {@link #MANY}; there may be up to three times as many, or fewer if the request allows fewer
     * @return from the id that is preferred, else from one at random; null if the namespace is better read whole
     */
    static @Nullable IdWindow of(WorkerRequest request, int least) {
        if (request.lastId() <= LAST_READ_WHOLE) {
            return null;
        }
        long power = 1;
        while (request.lastId() / power >= 10L * least) {
            power *= 10;
        }
        // Shorter ones begin like too many others.
        long from = Math.max(request.firstId(), power);
        long id = request.preferredId().isPresent()
                ? request.preferredId().getAsInt()
                : ThreadLocalRandom.current().nextLong(from, request.lastId() + 1L);
        return id < from ? null : from(firstDigits(id, power), firstDigits(from, power), power, least, request);
    }

    /**
     * From some digits on, in a circle, until there are enough ids.
     *
     * @param lowest those of the lowest id, where a range goes on that ended
     */
    private static IdWindow from(int first, int lowest, long power, int least, WorkerRequest request) {
        List<Integer> starts = new ArrayList<>();
        long ids = 0;
        int start = first;
        int tried = 0;
        do {
            long more = size(start, request);
            if (more > 0) {
                starts.add(start);
                ids += more;
                start = start + 1 == 10 * power ? (int) power : start + 1;
            } else {
                start = lowest;
            }
        } while (ids < least && ++tried < MOST_STARTS && start != first);
        return new IdWindow(List.copyOf(starts));
    }

    /** As many as that power of ten has. */
    private static int firstDigits(long id, long power) {
        long digits = id;
        while (digits >= 10 * power) {
            digits /= 10;
        }
        return (int) digits;
    }

    /** How many ids a request allows that begin so. */
    static long size(int start, WorkerRequest request) {
        return ids(start, request).count();
    }

    /** Those of the ids that a request allows. */
    IntStream ids(WorkerRequest request) {
        return starts.stream().flatMapToInt(start -> ids(start, request).mapToInt(Math::toIntExact));
    }

    private static LongStream ids(int start, WorkerRequest request) {
        return LongStream.iterate(1, width -> start * width <= request.lastId(), width -> width * 10)
                .flatMap(width -> LongStream.rangeClosed(
                        Math.max(request.firstId(), start * width),
                        Math.min(request.lastId(), (start + 1) * width - 1)));
    }
}
