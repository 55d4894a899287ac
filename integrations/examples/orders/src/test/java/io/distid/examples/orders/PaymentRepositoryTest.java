package io.distid.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.test.context.ActiveProfiles;

/** The slice of JPA: entities have ids of the application's generator. */
@DataJpaTest
@ActiveProfiles("test")
class PaymentRepositoryTest {
    @Autowired
    private PaymentRepository payments;

    @Test
    void paymentIsSavedWithAnId() {
        Payment saved = payments.saveAndFlush(new Payment(7, 1250));

        assertThat(saved.getId()).isPositive();
        assertThat(payments.findByOrderId(7))
                .singleElement()
                .extracting(Payment::getCents)
                .isEqualTo(1250L);
    }
}
