package io.distid.testservers;

import java.io.InterruptedIOException;
import java.time.Duration;

/** How what is sent through a {@link LossyLink} is held up, or held back. Safe for use by any number of threads. */
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

    /** How often something was sent that was held back. */
    synchronized long held() {
        return held;
    }

    /** How often something was sent that was held up. */
    synchronized long delayed() {
        return delayed;
    }

    /** Waits for as long as what has just come is held up or held back; to hold back ends with the link at the latest. */
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
