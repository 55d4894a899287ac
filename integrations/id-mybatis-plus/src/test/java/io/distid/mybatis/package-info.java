@NullMarked
package io.distid.mybatis;

import org.jspecify.annotations.NullMarked;
