/**
 * Ids of entities that MyBatis-Plus or MyBatis inserts, each from the generator that is named for it.
 *
 * <p>An {@link io.distid.mybatis.EntityGenerators} describes which generator each entity has. Give it to {@code
 * DistidIdentifierGenerator} for MyBatis-Plus. For MyBatis alone, give it to {@code DistidKeyGenerator} or {@code
 * DistidKeyInterceptor}.
 */
@NullMarked
package io.distid.mybatis;

import org.jspecify.annotations.NullMarked;
