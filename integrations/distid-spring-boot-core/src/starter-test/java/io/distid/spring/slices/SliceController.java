package io.distid.spring.slices;

import io.distid.LongIdGenerator;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** A controller that shows ids, and draws one. */
@RestController
class SliceController {
    private final LongIdGenerator orders;

    SliceController(@Qualifier("orders") LongIdGenerator orders) {
        this.orders = orders;
    }

    @GetMapping("/view")
    SliceView view() {
        return SliceView.VIEW;
    }

    @PostMapping("/orders")
    String order() {
        return orders.nextText();
    }
}
