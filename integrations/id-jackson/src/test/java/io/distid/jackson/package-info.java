@NullMarked
package io.distid.jackson;

import org.jspecify.annotations.NullMarked;
