package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LockEventsInterruptTest {
    private static final String CREATED = "{\"result\":{\"created\":true}}\n";

    @Test
    void strayInterruptEndsNoMoreThanTheRequestThatItMeets() throws Exception {
        AtomicReference<Thread> listening = new AtomicReference<>();
        AtomicInteger watches = new AtomicInteger();
        AtomicLong interruptedAt = new AtomicLong();
        AtomicInteger early = new AtomicInteger();
        StubEndpoint.Answer third = exchange -> {
            switch (watches.incrementAndGet()) {
                // The first failure is logged, and a logger may clear the flag.
                case 1 -> StubEndpoint.answer(exchange, 403, "");
                case 3 -> {
                    interruptedAt.set(System.nanoTime());
                    listening.get().interrupt();
                }
                default -> {
                    // A pause of a second is between two requests.
                    if (interruptedAt.get() != 0 && System.nanoTime() - interruptedAt.get() < 500_000_000) {
                        early.incrementAndGet();
                    }
                    StubEndpoint.answer(exchange, 200, CREATED);
                }
            }
        };
        Semaphore calls = new Semaphore(0);
        try (StubEndpoint stub = StubEndpoint.start(third)) {
            EtcdLink link = StubEndpoint.link(stub.url(), "60s");
            LockEvents events = new LockEvents(link, "locks/");
            try {
                events.watch("locks/one", () -> {
                    listening.set(Thread.currentThread());
                    calls.release();
                });
                assertThat(calls.tryAcquire(2, 30, TimeUnit.SECONDS))
                        .as("calls of the first watch and of one after the interrupt")
                        .isTrue();
                // An interrupt ends the next pause, too, as an unpark does.
                assertThat(early.get()).as("requests without a pause").isLessThanOrEqualTo(1);
            } finally {
                events.close();
                link.close();
            }
        }
    }
}
