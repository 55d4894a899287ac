package io.distid.testkit.fleet;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.coordination.FencedLock;
import io.distid.coordination.FencedLocks;
import io.distid.coordination.LockGrant;
import io.distid.testkit.ChildInput;
import io.distid.testkit.ConcurrentRunner;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * One of several processes whose threads write to one {@link FencedResource} under one lock, while they believe that they hold
 * it.
 */
final class FencedLockChild {
    /** How many writes come under each grant. */
    static final int WRITES = 4;

    private static final long RETRY_MILLIS = 2;

    private FencedLockChild() {}

    /**
     * Prints {@code ready}, waits for a command, and writes until the input ends.
     *
     * @param args the store's name, the lock, the lease in ms, the resource's port, the number of threads, the ms
     *     after each write
     * @throws Exception if anything fails that a fault of the store does not explain
     */
    public static void main(String[] args) throws Exception {
        ChildInput input = new ChildInput();
        int port = Integer.parseInt(args[3]);
        Duration lease = Duration.ofMillis(Long.parseLong(args[2]));
        long between = Long.parseLong(args[5]);
        try (FencedLocks locks = FencedLocks.open(args[0], input.settings())) {
            System.out.println("ready");
            input.command();
            ConcurrentRunner.run(Integer.parseInt(args[4]), Duration.ofDays(1), thread -> {
                write(locks.lock(args[1]), lease, port, between);
                return true;
            });
        }
    }

    private static void write(FencedLock lock, Duration lease, int port, long between) throws Exception {
        try (Socket resource = new Socket("127.0.0.1", port);
                BufferedReader in = new BufferedReader(
                        new InputStreamReader(resource.getInputStream(), StandardCharsets.US_ASCII));
                PrintWriter out = new PrintWriter(resource.getOutputStream(), true, StandardCharsets.US_ASCII)) {
            String writer = ProcessHandle.current().pid() + "/" + resource.getLocalPort() + "/";
            try {
                for (long count = 0; ; count++) {
                    write(lock, lease, in, out, writer + count, between);
                }
            } catch (IOException e) {
                // The resource is gone, so the test is over.
            } catch (Throwable e) {
                out.println(
                        "fault " + writer + " ended with " + String.valueOf(e).replaceAll("\\s+", " "));
            }
        }
    }

    private static void write(
            FencedLock lock, Duration lease, BufferedReader in, PrintWriter out, String name, long between)
            throws IOException, InterruptedException {
        long greatest = Long.parseLong(ask("greatest", in, out));
        try (LockGrant grant = lock.lock(lease)) {
            if (grant.fence() <= greatest) {
                ask("fault " + name + " was granted " + grant.fence() + " after " + greatest + " was written", in, out);
            }
            for (int i = 0; i < WRITES; i++) {
                // The holder does not check its clock first: the test is about a holder that was paused just after such
                // a check.
                if (ask(grant.fence() + " " + name, in, out).equals("stale") && grant.isHeld()) {
                    ask("fault " + name + " holds " + grant.fence() + " while a greater number is written", in, out);
                }
                Thread.sleep(between);
            }
        } catch (BackendException | LeaseLostException e) {
            Thread.sleep(RETRY_MILLIS);
        }
    }

    private static String ask(String line, BufferedReader in, PrintWriter out) throws IOException {
        out.println(line);
        String answer = in.readLine();
        if (answer == null) {
            throw new IOException("the resource is gone");
        }
        return answer;
    }
}
