/**
 * Fields of entities that Spring Data inserts, filled before they are.
 *
 * <p>Users annotate with {@code @DistId}, and declare the callback of the store that they use as a bean: {@code JdbcIdCallback},
 * {@code R2dbcIdCallback}, {@code MongoIdCallback} or {@code ReactiveMongoIdCallback}, each of which needs that one module of Spring Data.
 */
@NullMarked
package io.distid.springdata;

import org.jspecify.annotations.NullMarked;
