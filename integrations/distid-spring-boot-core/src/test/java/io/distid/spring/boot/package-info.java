@NullMarked
package io.distid.spring.boot;

import org.jspecify.annotations.NullMarked;
