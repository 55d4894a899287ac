package io.distid.db;

import io.distid.BackendException;
import io.distid.InterruptedIdException;
import io.distid.db.NodeRegister.Entry;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Asks on a daemon thread that comes and goes, so that a database that stands still holds nobody up for longer than agreed. */
final class BackgroundLookup implements NumberLookup {
    private final NodeRegister register;
    private final int number;
    private final long patienceNanos;
    private final ThreadPoolExecutor thread;
    private @Nullable Future<Entry> asked;

    /** Asks nothing yet. */
    BackgroundLookup(NodeRegister register, int number, Duration patience) {
        this.register = register;
        this.number = number;
        this.patienceNanos = patience.toNanos();
        this.thread = new ThreadPoolExecutor(0, 1, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            Thread made = new Thread(task, "distid-register-" + number);
            made.setDaemon(true);
            return made;
        });
    }

    @Override
    public Answer find() {
        Future<Entry> answer = asked;
        boolean fresh = answer == null;
        if (answer == null) {
            answer = thread.submit(() -> register.find(number));
            asked = answer;
        }
        try {
            Entry entry = answer.get(patienceNanos, TimeUnit.NANOSECONDS);
            asked = null;
            return new Answer(entry, fresh);
        } catch (TimeoutException e) {
            throw new BackendException("no answer within " + TimeUnit.NANOSECONDS.toMillis(patienceNanos) + " ms", e);
        } catch (ExecutionException e) {
            asked = null;
            throw new BackendException(String.valueOf(e.getCause().getMessage()), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIdException(register + ": interrupted while node " + number + " was looked up");
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
