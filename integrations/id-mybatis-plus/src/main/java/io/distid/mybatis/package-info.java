/**
 * Ids of entities that MyBatis-Plus or MyBatis inserts, each from the generator that is named for it.
 *
 * <p>Users describe by {@link io.distid.mybatis.EntityGenerators} which that is, and give it to {@code DistidIdentifierGenerator}, which
 * needs MyBatis-Plus, or to {@code DistidKeyGenerator} and {@code DistidKeyInterceptor}, which need MyBatis alone.
 */
@NullMarked
package io.distid.mybatis;

import org.jspecify.annotations.NullMarked;
