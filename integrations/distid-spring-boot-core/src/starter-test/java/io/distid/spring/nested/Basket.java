package io.distid.spring.nested;

import io.distid.entity.DistId;
import java.util.List;
import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Table;

/** Its items are stored with it, and nothing fills their numbers. */
@Table("baskets")
public record Basket(@Id @DistId("orders") Long id, List<Item> items) {

    /** Without an id of its own. */
    public record Item(@DistId("orders") long number) {}
}
