package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.StoreRegressedException;
import org.junit.jupiter.api.Test;

class SeenRevisionTest {
    private final SeenRevision history = new SeenRevision("http://h:1");

    @Test
    void revisionsThatGrowOrStandAreTrusted() {
        history.see(5, history.revision());
        history.see(5, history.revision());
        history.see(9, history.revision());
        assertThat(history.revision()).isEqualTo(9);
    }

    @Test
    void answerToARequestThatWasSentBeforeALaterOneIsNoRegression() {
        long before = history.revision();
        history.see(9, before);
        assertThatCode(() -> history.see(7, before)).doesNotThrowAnyException();
    }

    @Test
    void lowerRevisionEndsAllTrust() {
        history.see(9, history.revision());
        assertThatThrownBy(() -> history.see(8, history.revision()))
                .isInstanceOf(StoreRegressedException.class)
                .hasMessageContaining("etcd at http://h:1 is at revision 8, and was at 9 before");
        assertThatThrownBy(() -> history.see(20, history.revision()))
                .as("once it is further again")
                .isInstanceOf(StoreRegressedException.class);
    }
}
