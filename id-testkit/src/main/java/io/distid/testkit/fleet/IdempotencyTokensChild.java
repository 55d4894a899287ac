package io.distid.testkit.fleet;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.coordination.IdempotencyTokens;
import io.distid.coordination.TokenAnswer;
import io.distid.coordination.TokenUse;
import io.distid.testkit.ChildInput;
import io.distid.testkit.ConcurrentRunner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** One of several processes whose threads want the same tokens; each thread asks for all of them in order. */
final class IdempotencyTokensChild {
    static final String HOLD = "hold";

    private static final Duration LIMIT = Duration.ofHours(1);
    private static final byte[] NOTHING = {};

    private IdempotencyTokensChild() {}

    /**
     * Reads tokens, prints {@code ready}, and takes the tokens part by part, each at a command.
     *
     * <p>It prints {@code ran TOKEN FENCE} before each completion, {@code completed TOKEN RESULT} after it, and {@code told TOKEN RESULT} for each
     * token that was done. It prints {@code finished} after each part. At the command {@value #HOLD} it completes nothing of that part, and waits
     * to be killed.
     *
     * @param args the store's name, and the numbers of threads, of ms of a lease, of tokens and of parts
     * @throws Exception if anything fails
     */
    public static void main(String[] args) throws Exception {
        ChildInput input = new ChildInput();
        int threads = Integer.parseInt(args[1]);
        Duration lease = Duration.ofMillis(Long.parseLong(args[2]));
        List<String> tokens = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[3]); i++) {
            tokens.add(input.command());
        }
        try (IdempotencyTokens all = IdempotencyTokens.open(args[0], input.settings())) {
            System.out.println("ready");
            int parts = Integer.parseInt(args[4]);
            for (int part = 0; part < parts; part++) {
                boolean holds = input.command().equals(HOLD);
                int from = tokens.size() * part / parts;
                int to = tokens.size() * (part + 1) / parts;
                ConcurrentRunner.run(threads, LIMIT, thread -> {
                    for (int i = from; i < to; i++) {
                        begin(all, tokens.get(i), i, lease, holds);
                    }
                    return true;
                });
                System.out.println("finished");
            }
            input.command();
        }
    }

    /** Tries until the token is done, by this thread or another. */
    private static void begin(IdempotencyTokens all, String token, int number, Duration lease, boolean holds)
            throws Exception {
        while (true) {
            try {
                TokenAnswer answer = all.begin(token, NOTHING, lease);
                if (answer instanceof TokenUse use) {
                    System.out.println("ran " + number + " " + use.fence());
                    Thread.sleep(holds ? LIMIT.toMillis() : 20);
                    String result = Long.toString(use.fence());
                    use.complete(result.getBytes(StandardCharsets.US_ASCII));
                    System.out.println("completed " + number + " " + result);
                    return;
                }
                if (answer instanceof TokenAnswer.Completed done) {
                    byte[] result = Objects.requireNonNull(done.result());
                    System.out.println("told " + number + " " + new String(result, StandardCharsets.US_ASCII));
                    return;
                }
                if (!(answer instanceof TokenAnswer.InProgress)) {
                    System.out.println("fault token " + number + " is " + answer);
                    return;
                }
            } catch (BackendException | LeaseLostException e) {
                // The token is asked for again, and the answer says whether it was completed.
            }
            Thread.sleep(5);
        }
    }
}
