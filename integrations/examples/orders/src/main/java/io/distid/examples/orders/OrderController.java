package io.distid.examples.orders;

import io.distid.LongIdGenerator;
import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Orders by REST. */
@RestController
@RequestMapping("/orders")
class OrderController {
    private final OrderRepository orders;
    private final LongIdGenerator ids;

    OrderController(OrderRepository orders, LongIdGenerator ids) {
        this.orders = orders;
        this.ids = ids;
    }

    /** An order as a customer sends it. */
    record Request(String customer, long cents) {}

    @PostMapping
    ResponseEntity<Order> place(@RequestBody Request request) {
        if (request.customer() == null || request.customer().isBlank()) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "customer is missing");
        }
        Order order = new Order(ids.nextId(), request.customer(), request.cents());
        orders.add(order);
        return ResponseEntity.created(URI.create("/orders/" + order.id())).body(order);
    }

    @GetMapping("/{id}")
    Order read(@PathVariable long id) {
        return orders.find(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "no order " + id));
    }
}
