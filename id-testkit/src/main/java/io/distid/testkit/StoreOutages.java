package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.testservers.fault.LossyLink;
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
 * Takes a store away before each answer of a round in turn. The round, which opens, asks and closes, must report that the store is away. It must
 * leave nothing behind, and do its work once the store is back. Stateless.
 */
public final class StoreOutages {
    /** A lease of worker ids and locks: a round waits for its end if the answer to the grant was lost. A busy machine must not outlast it. */
    public static final Duration LEASE = Duration.ofSeconds(5);

    /** A limit above the answers of any round. */
    private static final int MOST_ANSWERS = 200;
    /** How often an outage is tried again, if on a busy machine a time-out ends before the answer to be lost. */
    private static final int MOST_TURNS = 30;
    /** How many outages run at a time, each with its own link, since refused rounds wait for their time-outs. */
    private static final int AT_A_TIME = 8;

    /**
     * The names of threads of distid, of Curator, and of the clients of ZooKeeper and Redis's sentinels; such a thread means an open
     * connection.
     */
    private static final Pattern OWN =
            Pattern.compile("(distid-|curator-).*|.*-(sendthread|eventthread|sentinellistener)\\b.*");

    private StoreOutages() {}

    /** The settings of a round. Must be safe for use by several threads, since rounds run at the same time. */
    public interface Settings {
        /**
         * Returns the settings of one round.
         *
         * @param address the address of the store
         * @param number the number of the round
         * @return settings with different names for each number
         */
        Map<String, String> of(InetSocketAddress address, int number);
    }

    /** Opens a store, asks it for something, and closes it. Must be safe for use by several threads, since rounds run at the same time. */
    public interface Round {
        /**
         * Runs the round. Several rounds run at a time, with different numbers, and each needs names of its own.
         *
         * @param address the address of the store
         * @param number chooses the names. A round runs twice with a number: while the store goes away before an answer, and once it is back. If a
         *     busy machine spoils that, the answer is tried with a new number, so that no leftovers change the count of answers
         * @throws Exception a {@link BackendException} if the store does not answer, or a {@link LeaseLostException} if a lease has ended
         */
        void run(InetSocketAddress address, int number) throws Exception;
    }

    /**
     * Runs rounds until the store has gone away before each of their answers.
     *
     * @param store the address of the store
     * @param secret a text that no message may hold
     * @param round the round, run twice with each number
     * @return how many answers a round waits for
     */
    public static int beforeEachAnswer(InetSocketAddress store, String secret, Round round) {
        // Threads that start meanwhile belong to this group, so that threads of other tests do not count.
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

    /** Returns false if the round waits for no such answer. */
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
            Eventually.await("the same once the store is back, after " + when).untilAsserted(() -> {
                Throwable again = error(link, name, round);
                if (again != null && !saysThatItIsAway(again)) {
                    throw new IllegalStateException("once the store is back, after " + when, again);
                }
                // On a busy machine a short time-out may have passed.
                assertThat(again).as("error once the store is back").isNull();
            });
            if (error == null || link.answersDropped() > 0) {
                return link.answersDropped() > 0;
            }
        }
        throw new AssertionError("the machine is too busy to wait for " + when);
    }

    /** Whether an error says that the store is away; on a busy machine also that a lease has ended. */
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
