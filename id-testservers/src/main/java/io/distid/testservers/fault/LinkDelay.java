package io.distid.testservers.fault;

import java.io.InterruptedIOException;
import java.time.Duration;

/** Delays or holds back what is sent through a {@link LossyLink}. Safe for use by any number of threads. */
final class LinkDelay {
    private Duration delay = Duration.ZERO;
    private boolean holding;
    private long held;
    private long delayed;

    synchronized void delay(Duration time) {
        delay = time;
    }

    synchronized void hold() {
        holding = true;
    }

    synchronized void release() {
        holding = false;
        notifyAll();
    }

    /** How often a sent piece was held back. */
    synchronized long held() {
        return held;
    }

    /** How often a sent piece was delayed. */
    synchronized long delayed() {
        return delayed;
    }

    /**
     * Waits for as long as the piece that has just come is delayed or held back; at the latest until the link is
     * closed.
     */
    void await() throws InterruptedIOException {
        try {
            long millis = millis();
            if (millis > 0) {
                Thread.sleep(millis);
            }
            synchronized (this) {
                held += holding ? 1 : 0;
                while (holding) {
                    wait();
                }
            }
        } catch (InterruptedException e) {
            throw new InterruptedIOException("interrupted");
        }
    }

    private synchronized long millis() {
        delayed += delay.isZero() ? 0 : 1;
        return delay.toMillis();
    }
}
