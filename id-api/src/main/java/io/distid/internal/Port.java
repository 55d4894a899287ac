package io.distid.internal;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says what messages call providers of one kind. Immutable. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Port {

    /**
     * What messages call one.
     *
     * @return such as {@code segment store}
     */
    String noun();
}
