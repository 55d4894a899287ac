package io.distid.jackson;

import io.distid.text.LongText;
import io.distid.text.TextForm;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An id that goes through JSON as a string of one form, and is read from nothing else.
 *
 * <pre>{@code
 * record Order(@IdText(CROCKFORD) long id, @IdText List<Long> items, @IdText Map<UUID, String> notes) {}
 * }</pre>
 *
 * <p>For a component of a record, a field, a getter, a setter or a parameter of a creator whose type is {@code long}, {@code Long},
 * {@code UUID} or {@code long[]}; or an array, a collection or an {@code Optional} of {@code Long} or {@code UUID}; or a map that has them
 * as its keys, else as its values: of a {@code Map<Long, Long>} the keys are ids and the values are not. On another type it is an error when the first
 * value of the class is written or read.
 *
 * <p>Jackson heeds it where {@code Jackson3IdModule} or {@code Jackson2IdModule} is registered, which each mapper that finds modules by itself
 * does, as Spring Boot 4's. Immutable, as all annotations are.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.ANNOTATION_TYPE})
public @interface IdText {

    /**
     * How the id is written, unless a generator says it.
     *
     * @return the form; {@link TextForm#JSON} is {@link TextForm#CANONICAL}, since the quotes are Jackson's
     */
    TextForm value() default TextForm.CANONICAL;

    /**
     * The generator whose {@code nextText} writes the id, in whatever form it was opened with, such as {@code text=opaque}. The module has to know it:
     * {@link JsonIdFormat#generators}.
     *
     * @return its name among the application's {@link io.distid.NamedGenerators}, with neither a form nor a prefix beside it; empty for none
     */
    String generator() default "";

    /**
     * A fixed text before the id, such as {@code ord_}.
     *
     * @return as {@link LongText#prefixed(String)} takes it; empty for none
     */
    String prefix() default "";

    /**
     * Whether to read what people make of ids, too: the other case of letters and what stands for a digit, where the form has that, and what
     * {@link LongText#lenient()} takes. Otherwise the one text that is written is the one that is read.
     *
     * @return whether other spellings are taken
     */
    boolean lenient() default false;
}
