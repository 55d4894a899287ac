package io.distid.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SecretTest {

    @Test
    void secretIsNotShown() {
        Secret secret = new Secret("hunter2");
        assertThat(secret).hasToString("***");
        assertThat(secret.reveal()).isEqualTo("hunter2");
    }
}
