@NullMarked
package io.distid.springdata;

import org.jspecify.annotations.NullMarked;
