package io.distid.spi;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says what providers of one kind are called, in messages and in the names of settings. Immutable. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Port {

    /**
     * What messages call one.
     *
     * @return such as {@code segment store}
     */
    String noun();

    /**
     * What stands before the name in the system properties of one that is opened by itself: {@code distid.<level>.<name>.<key>}.
     *
     * @return one word, such as {@code store}
     */
    String level();
}
