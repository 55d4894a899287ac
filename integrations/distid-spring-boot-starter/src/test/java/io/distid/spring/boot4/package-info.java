@NullMarked
package io.distid.spring.boot4;

import org.jspecify.annotations.NullMarked;
