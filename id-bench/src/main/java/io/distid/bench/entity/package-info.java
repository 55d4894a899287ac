/**
 * Inserts entities by Hibernate, whose ids are made in the ways that an application may choose from. The lab's stages and bars take it as a subject each of whose ids
 * is a row.
 */
@NullMarked
package io.distid.bench.entity;

import org.jspecify.annotations.NullMarked;
