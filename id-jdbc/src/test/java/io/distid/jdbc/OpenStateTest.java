package io.distid.jdbc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import org.junit.jupiter.api.Test;

class OpenStateTest {
    private final BackendException away = new BackendException("the database is away");
    private final OpenState open = new OpenState("the store");

    @Test
    void callThatIsClosedMeanwhileSaysSoInPlaceOfTheDatabasesError() {
        assertThatThrownBy(() -> open.call(() -> {
                    open.close();
                    throw away;
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the store is closed");
    }

    @Test
    void callThatFailsWhileItIsOpenThrowsTheDatabasesError() {
        assertThatThrownBy(() -> open.call(() -> {
                    throw away;
                }))
                .isSameAs(away);
    }
}
