/**
 * Inserts entities by Hibernate, with the kinds of ids that an application may choose. To the lab's stages and bars it
 * is a subject whose ids are rows.
 */
@NullMarked
package io.distid.bench.entity;

import org.jspecify.annotations.NullMarked;
