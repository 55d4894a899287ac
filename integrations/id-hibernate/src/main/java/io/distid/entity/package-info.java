/**
 * Entities' ids: the annotation {@link io.distid.entity.DistId}, which generator a field draws from, and how an id becomes a value of its type.
 *
 * <p>{@link io.distid.entity.HibernateIdGenerator} and what it finds its generators by know Hibernate, and so does {@link io.distid.entity.UnservedFields}. The rest is
 * loaded without it, for frameworks that read the annotation by reflection: {@code DistId} names Hibernate in annotations only, and those that are missing are left
 * out where it is read.
 */
@NullMarked
package io.distid.entity;

import org.jspecify.annotations.NullMarked;
