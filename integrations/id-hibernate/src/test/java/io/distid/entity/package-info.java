@NullMarked
package io.distid.entity;

import org.jspecify.annotations.NullMarked;
