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
 * <p>The field is a {@code long}, {@code Long}, {@link java.util.UUID} or {@link String}. Its value is drawn when the entity is inserted,
 * before the statement is made, so that inserts are batched as before.
 *
 * <p>Hibernate finds its own annotations on this one. Where it is not on the class path, the JVM passes over them, and frameworks that
 * read this annotation by reflection do so without it. Immutable, as all annotations are.
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
     * The generator's name among the application's {@link io.distid.NamedGenerators}; a strategy's name where it has none.
     *
     * @return such as {@code orders}; case counts
     */
    String value();

    /**
     * How an id is written into a {@link String}. {@link TextForm#CANONICAL} leaves that to the generator: canonical, unless it was opened
     * with a text of its own.
     *
     * @return of no effect on other types
     */
    TextForm text() default TextForm.CANONICAL;

    /**
     * Whether an id that the application has set is stored as it is, with Hibernate: for rows that come with ids of their own, as from an import. An id that is not set
     * is drawn. Hibernate then asks the database at {@code merge}, and so at {@code save} of Spring Data, whether a row with that id is there.
     *
     * @return false unless ids come from elsewhere, too; of no effect on plain columns, which are kept if they are set
     */
    boolean assigned() default false;
}
