package io.distid.internal.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UninterruptedTest {
    @AfterEach
    void forget() {
        Thread.interrupted();
    }

    @Test
    void stepDoesNotSeeTheInterruptAndTheCallerDoesAfterwards() {
        Thread.currentThread().interrupt();
        assertThat(Uninterrupted.<Boolean>call(() -> Thread.currentThread().isInterrupted()))
                .isFalse();
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void callerSeesTheInterruptAfterAStepThatFails() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Uninterrupted.run(() -> {
                    throw new IllegalStateException("step");
                }))
                .hasMessage("step");
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void interruptOfTheStepIsKeptAndNoneIsMadeUp() {
        Uninterrupted.run(() -> {});
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        Uninterrupted.run(() -> Thread.currentThread().interrupt());
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }
}
