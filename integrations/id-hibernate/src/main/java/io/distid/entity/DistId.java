package io.distid.entity;

import io.distid.text.TextForm;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.annotations.ValueGenerationType;

/**
 * The value of this field comes from a generator of distid: an entity's id, or any other column.
 *
 * <p>The field is a {@code long}, {@code Long}, {@link java.util.UUID} or {@link String}. It gets its value when the
 * entity is inserted, before the statement is made. So inserts are batched as before.
 *
 * <p>Hibernate finds its own annotations on this one. Without Hibernate on the class path the JVM ignores them.
 * Frameworks that read this annotation by reflection do not need Hibernate. Immutable, as all annotations are.
 *
 * @see IdField
 */
@Documented
@Target({ElementType.FIELD, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@IdGeneratorType(HibernateIdGenerator.class)
@ValueGenerationType(generatedBy = HibernateIdGenerator.class)
public @interface DistId {

    /**
     * The generator's name among the application's {@link io.distid.NamedGenerators}; a strategy's name if the
     * application has none.
     *
     * @return such as {@code orders}; case counts
     */
    String value();

    /**
     * How an id is written into a {@link String}. {@link TextForm#CANONICAL} leaves that to the generator: canonical, unless it was opened
     * with a text of its own.
     *
     * @return the form; it has no effect on other types
     */
    TextForm text() default TextForm.CANONICAL;

    /**
     * Whether Hibernate stores an id that the application has set. Use it for rows that come with their own ids, such
     * as those of an import. An id that is not set is still generated. Hibernate then asks the database at {@code
     * merge}, and so at {@code save} of Spring Data, whether a row with that id is there.
     *
     * @return false unless some ids come from elsewhere; it has no effect on plain columns, which keep a value that is
     *     set
     */
    boolean assigned() default false;
}
