package io.distid.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.json.JsonTest;
import org.springframework.boot.test.json.JacksonTester;
import org.springframework.test.context.ActiveProfiles;

/** The slice of JSON: ids are texts, which no browser rounds. */
@JsonTest
@ActiveProfiles("test")
class OrderJsonTest {
    @Autowired
    private JacksonTester<Order> json;

    @Test
    void idIsText() throws Exception {
        assertThat(json.write(new Order(384153314659090432L, "Ann", 1250)).getJson())
                .isEqualTo("{\"id\":\"384153314659090432\",\"customer\":\"Ann\",\"cents\":1250}");
    }
}
