/**
 * Entities' ids: the annotation {@link io.distid.entity.DistId}, which generator a field draws from, and how an id becomes a value of its type.
 *
 * <p>Only {@link io.distid.entity.HibernateIdGenerator} and what it finds its generators by know Hibernate. The rest is loaded without it, for frameworks that
 * read the annotation by reflection.
 */
@NullMarked
package io.distid.entity;

import org.jspecify.annotations.NullMarked;
