package io.distid.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GivenBackStatesTest {
    private final PaddedWord word = new PaddedWord(10) {};
    private final GivenBackStates states = new GivenBackStates(word);

    @Test
    void lastToGiveBackSetsTheWordBackByAll() {
        states.add(5, 7);
        states.add(8, 9);
        states.add(7, 8);
        assertThat(word.word()).isEqualTo(10);
        states.add(9, 10);
        assertThat(word.word()).isEqualTo(5);
        assertThat(states.size()).isZero();
    }

    @Test
    void stateBelowOneThatIsStillHeldStaysAside() {
        states.add(5, 6);
        states.add(9, 10);
        assertThat(word.word()).isEqualTo(9);
        assertThat(states.size()).isEqualTo(1);
    }

    @Test
    void stateBelowOneThatWasIssuedIsForgotten() {
        states.add(5, 6);
        states.add(7, 8);
        states.forgetBelow(6);
        states.add(9, 10);
        states.add(8, 9);
        assertThat(word.word()).isEqualTo(7);
        assertThat(states.size()).isZero();
    }

    @Test
    void closedWordIsLeftAlone() {
        word.swapWord(-1);
        states.add(9, 10);
        assertThat(word.word()).isEqualTo(-1);
    }
}
