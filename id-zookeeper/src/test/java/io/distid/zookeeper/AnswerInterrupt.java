package io.distid.zookeeper;

import io.distid.testkit.Eventually;
import io.distid.testservers.fault.LossyLink;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** An interrupt of the thread that waits for an answer, where no answer can have come yet and the request is carried out all the same. */
final class AnswerInterrupt {
    private AnswerInterrupt() {}

    /**
     * Sends a request, interrupts this thread once it has been sent, and passes the request on once this thread has ended its wait.
     *
     * @param link through which the request goes
     */
    static <T> T of(LossyLink link, Callable<T> request) throws Exception {
        Thread asking = Thread.currentThread();
        long before = link.held();
        link.hold();
        CompletableFuture<Void> interrupt = CompletableFuture.runAsync(() -> {
            Eventually.await("the request").until(() -> link.held() > before);
            asking.interrupt();
        });
        try {
            return request.call();
        } finally {
            interrupt.join();
            link.pass();
        }
    }
}
