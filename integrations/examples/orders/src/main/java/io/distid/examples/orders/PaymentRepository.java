package io.distid.examples.orders;

import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

/** Payments in the database. */
interface PaymentRepository extends JpaRepository<Payment, Long> {
    List<Payment> findByOrderId(long orderId);
}
