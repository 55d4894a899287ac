/**
 * Ids of entities: the annotation {@link io.distid.entity.DistId}, a field's generator, and how an id becomes a value
 * of the field's type.
 *
 * <p>{@link io.distid.entity.HibernateIdGenerator}, the service of its generators and {@link
 * io.distid.entity.UnservedFields} need Hibernate. The rest does not, for frameworks that read the annotation by
 * reflection. {@code DistId} names Hibernate only in its own annotations, which the JVM ignores if they are missing.
 */
@NullMarked
package io.distid.entity;

import org.jspecify.annotations.NullMarked;
