package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.BackendException;
import io.distid.testservers.LossyLink;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Takes a store away before each answer in turn that something waits for: what opens, asks, and closes must then say that the store is away, leave
 * nothing behind, and do its work once the store is back. Stateless.
 */
public final class StoreOutages {
    private static final Duration LIMIT = Duration.ofMinutes(4);
    /** More than anything here waits for. */
    private static final int MOST_ANSWERS = 200;

    /** Of distid, of Curator, and of ZooKeeper's client, which has a connection as long as its threads live. */
    private static final Pattern OWN = Pattern.compile("(distid-|curator-).*|.*-(sendthread|eventthread)\\b.*");

    private StoreOutages() {}

    /** Something that opens a store, asks it for something, and closes it. */
    public interface Round {
        /**
         * Does it.
         *
         * @param number counts from 0; each is run once while the store goes away, and once more when it is back
         * @throws Exception a {@link BackendException} if the store does not answer
         */
        void run(int number) throws Exception;
    }

    /**
     * Runs rounds until the store need not go away any more, since all answers have come.
     *
     * @param link by which the rounds reach the store, and nobody else does
     * @param secret what no message may hold
     * @param round run twice with each number
     * @return how many answers it waits for
     */
    public static long beforeEachAnswer(LossyLink link, String secret, Round round) {
        // Threads that are begun meanwhile belong to it, so that those of other tests do not count.
        ThreadGroup group = new ThreadGroup("outages");
        CompletableFuture<Long> answers = new CompletableFuture<>();
        Thread rounds = new Thread(group, () -> {
            try {
                answers.complete(answersTo(link, secret, round));
            } catch (Throwable e) {
                answers.completeExceptionally(e);
            }
        });
        rounds.setDaemon(true);
        rounds.start();
        assertThat(answers).succeedsWithin(LIMIT);
        Patience.await("the end of all threads")
                .untilAsserted(() -> assertThat(own(group)).isEmpty());
        return answers.join();
    }

    private static long answersTo(LossyLink link, String secret, Round round) {
        int number = 0;
        while (goesAway(link, number, secret, round)) {
            number++;
            assertThat(number).as("answers that it waits for").isLessThan(MOST_ANSWERS);
        }
        return number;
    }

    private static boolean goesAway(LossyLink link, int number, String secret, Round round) {
        long before = link.answersDropped();
        link.dropAnswerAfter(number, link::refuse);
        Throwable error = error(round, number);
        link.dropNoAnswer();
        link.pass();
        boolean went = link.answersDropped() > before;
        if (error != null) {
            assertThat(error)
                    .as("error of what waits for answer %d, before which the store goes away", number + 1)
                    .isInstanceOf(BackendException.class);
            for (Throwable cause = error; cause != null; cause = cause.getCause()) {
                assertThat(String.valueOf(cause.getMessage())).doesNotContain(secret);
            }
        }
        assertThat(error(round, number))
                .as("error of the same once the store is back, after it went away before answer %d", number + 1)
                .isNull();
        return went;
    }

    private static @Nullable Throwable error(Round round, int number) {
        try {
            round.run(number);
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
