/**
 * Fills fields of entities before Spring Data inserts them.
 *
 * <p>Annotate a field with {@code @DistId}, and declare the callback of your store as a bean: {@code JdbcIdCallback},
 * {@code R2dbcIdCallback}, {@code MongoIdCallback} or {@code ReactiveMongoIdCallback}. Each callback needs only its own
 * module of Spring Data.
 */
@NullMarked
package io.distid.springdata;

import org.jspecify.annotations.NullMarked;
