package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.testservers.LossyLink;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Takes a store away before each answer in turn that something waits for: what opens, asks, and closes must then say that the store is away, leave
 * nothing behind, and do its work once the store is back. Stateless.
 */
public final class StoreOutages {
    /** Of worker ids and locks, which are waited for where an answer was lost that granted them. */
    public static final Duration LEASE = Duration.ofMillis(600);

    /** More than anything here waits for. */
    private static final int MOST_ANSWERS = 200;
    /** In which time-outs are over on a busy machine, before what is to be lost comes. */
    private static final int MOST_TURNS = 30;
    /** Each with a link of its own, since those that are refused wait for their time-outs. */
    private static final int AT_A_TIME = 8;

    /** Of distid, of Curator, and of the clients of ZooKeeper and of Redis's sentinels, which have connections as long as these live. */
    private static final Pattern OWN =
            Pattern.compile("(distid-|curator-).*|.*-(sendthread|eventthread|sentinellistener)\\b.*");

    private StoreOutages() {}

    /** Settings of what a round opens. Must be safe for use by several threads: rounds run at the same time. */
    public interface Settings {
        /**
         * Those of one round.
         *
         * @param address where the store is reached
         * @param number of the round
         * @return with names of its own for each number
         */
        Map<String, String> of(InetSocketAddress address, int number);
    }

    /** Something that opens a store, asks it for something, and closes it. Must be safe for use by several threads: rounds run at the same time. */
    public interface Round {
        /**
         * Does it. Several are done at a time, with other numbers, each of which needs names of its own.
         *
         * @param address where the store is reached
         * @param number of its names: run while the store goes away before an answer, and again once it is back; where a busy machine spoilt that, the
         *     same answer has another number, so that what the first left behind does not make it wait for fewer answers
         * @throws Exception a {@link BackendException} if the store does not answer, or a {@link LeaseLostException} if a lease is over
         */
        void run(InetSocketAddress address, int number) throws Exception;
    }

    /**
     * Runs rounds until the store need not go away any more, since all answers have come.
     *
     * @param store where it listens
     * @param secret what no message may hold
     * @param round run twice with each number
     * @return how many answers it waits for
     */
    public static int beforeEachAnswer(InetSocketAddress store, String secret, Round round) {
        // Threads that are begun meanwhile belong to it, so that those of other tests do not count.
        ThreadGroup group = new ThreadGroup("outages");
        for (int first = 0; first < MOST_ANSWERS; first += AT_A_TIME) {
            List<CompletableFuture<Boolean>> outages = new ArrayList<>();
            for (int number = first; number < first + AT_A_TIME; number++) {
                outages.add(begin(group, store, number, secret, round));
            }
            for (int i = 0; i < AT_A_TIME; i++) {
                if (!join(outages.get(i))) {
                    outages.forEach(StoreOutages::join);
                    Eventually.await("the end of all threads")
                            .untilAsserted(() -> assertThat(own(group)).isEmpty());
                    return first + i;
                }
            }
        }
        throw new AssertionError("it waits for more than " + MOST_ANSWERS + " answers");
    }

    private static CompletableFuture<Boolean> begin(
            ThreadGroup group, InetSocketAddress store, int number, String secret, Round round) {
        CompletableFuture<Boolean> outage = new CompletableFuture<>();
        Thread thread = new Thread(group, () -> {
            try (LossyLink link = new LossyLink(store)) {
                outage.complete(goesAway(link, number, secret, round));
            } catch (Throwable e) {
                outage.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return outage;
    }

    private static boolean join(CompletableFuture<Boolean> outage) {
        try {
            return outage.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof AssertionError failure) {
                throw failure;
            }
            throw e;
        }
    }

    /** False if no such answer was waited for. */
    private static boolean goesAway(LossyLink link, int number, String secret, Round round) {
        String when = "answer " + (number + 1) + ", before which the store goes away";
        for (int turn = 0; turn < MOST_TURNS; turn++) {
            int name = number + turn * MOST_ANSWERS;
            link.dropAnswerAfter(number, link::refuse);
            Throwable error = error(link, name, round);
            link.dropNoAnswer();
            link.pass();
            if (error != null) {
                assertThat(error)
                        .as("error of %s", when)
                        .matches(StoreOutages::saysThatItIsAway, "says that the store is away");
                for (Throwable cause = error; cause != null; cause = cause.getCause()) {
                    assertThat(String.valueOf(cause.getMessage())).doesNotContain(secret);
                }
            }
            Eventually.await("the same once the store is back, after " + when).until(() -> {
                Throwable again = error(link, name, round);
                // On a busy machine a short time-out may be over.
                assertThat(again)
                        .as("error once the store is back, after %s", when)
                        .matches(each -> each == null || saysThatItIsAway(each), "is none, or says that it is away");
                return again == null;
            });
            if (error == null || link.answersDropped() > 0) {
                return link.answersDropped() > 0;
            }
        }
        throw new AssertionError("the machine is too busy to wait for " + when);
    }

    /** Of a lease that is late for that, too, or that is over since the machine is busy. */
    private static boolean saysThatItIsAway(Throwable error) {
        return error instanceof BackendException || error instanceof LeaseLostException;
    }

    private static @Nullable Throwable error(LossyLink link, int name, Round round) {
        try {
            round.run(link.address(), name);
            return null;
        } catch (Exception e) {
            return e;
        }
    }

    private static List<String> own(ThreadGroup group) {
        Thread[] threads = new Thread[group.activeCount() + 16];
        group.enumerate(threads);
        return Arrays.stream(threads)
                .filter(Objects::nonNull)
                .map(Thread::getName)
                .filter(name -> OWN.matcher(name.toLowerCase(Locale.ROOT)).matches())
                .toList();
    }
}
