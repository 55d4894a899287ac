package io.distid.jackson;

import io.distid.text.LongText;
import io.distid.text.TextForm;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An id that is written to JSON as a string of one form, and is read from nothing else.
 *
 * <pre>{@code
 * record Order(@IdText(CROCKFORD) long id, @IdText List<Long> items, @IdText Map<UUID, String> notes) {}
 * }</pre>
 *
 * <p>It may stand on a component of a record, a field, a getter, a setter or a parameter of a creator. The type is
 * {@code long}, {@code Long}, {@code UUID} or {@code long[]}, or an array, a collection or an {@code Optional} of
 * {@code Long} or {@code UUID}. A map's keys are ids if they have such a type, otherwise its values are. In a {@code
 * Map<Long, Long>} only the keys are ids. Another type is an error when the first value of the class is written or
 * read.
 *
 * <p>Jackson applies it if {@code Jackson3IdModule} or {@code Jackson2IdModule} is registered. A mapper that finds
 * modules by itself registers it, such as Spring Boot 4's. Immutable, as all annotations are.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.ANNOTATION_TYPE})
public @interface IdText {

    /**
     * The form of the id's text, unless a generator is named.
     *
     * @return the form; {@link TextForm#JSON} is {@link TextForm#CANONICAL}, since the quotes are Jackson's
     */
    TextForm value() default TextForm.CANONICAL;

    /**
     * The generator that writes the id, in the form that it was opened with, such as {@code text=opaque}. The module
     * must know it: {@link JsonIdFormat#generators}.
     *
     * @return its name among the application's {@link io.distid.NamedGenerators}, with neither a form nor a prefix beside it; empty for none
     */
    String generator() default "";

    /**
     * A fixed text before the id, such as {@code ord_}.
     *
     * @return the prefix, as for {@link LongText#prefixed(String)}; empty for none
     */
    String prefix() default "";

    /**
     * Whether to read ids as people type them, too: in the other case, with letters that look like digits, and whatever
     * {@link LongText#lenient()} accepts. Otherwise only the exact text that is written is read.
     *
     * @return whether other spellings are accepted
     */
    boolean lenient() default false;
}
