package io.distid.examples.orders;

import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Payments by REST. */
@RestController
@RequestMapping("/orders/{order}/payments")
class PaymentController {
    private final PaymentRepository payments;

    PaymentController(PaymentRepository payments) {
        this.payments = payments;
    }

    /** A payment as a customer sends it. */
    record Request(long cents) {}

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    Payment pay(@PathVariable long order, @RequestBody Request request) {
        return payments.save(new Payment(order, request.cents()));
    }

    @GetMapping
    List<Payment> read(@PathVariable long order) {
        return payments.findByOrderId(order);
    }
}
