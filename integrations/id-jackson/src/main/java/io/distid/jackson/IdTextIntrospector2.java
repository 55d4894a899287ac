package io.distid.jackson;

import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import io.distid.jackson.AnnotatedId.Part;
import org.jspecify.annotations.Nullable;

/** Gives Jackson the writers and readers of ids with {@link IdText}. */
final class IdTextIntrospector2 extends NopAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    /** Null in a mapper that was serialized: its generators belong to another process. */
    private final transient @Nullable JsonIdFormat format;

    IdTextIntrospector2(JsonIdFormat format) {
        this.format = format;
    }

    @Override
    public Version version() {
        return Version.unknownVersion();
    }

    @Override
    public @Nullable Object findSerializer(Annotated annotated) {
        AnnotatedId id = find(annotated);
        if (id == null) {
            return null;
        }
        return switch (id.part()) {
            case VALUE -> new IdWriter2<>(id.codec());
            case LONGS -> new LongsWriter2(LongArrays.elements(id.codec()).orElseThrow());
            case KEY, CONTENT -> null;
        };
    }

    @Override
    public @Nullable Object findKeySerializer(Annotated annotated) {
        AnnotatedId id = find(annotated);
        return id != null && id.part() == Part.KEY ? new IdKeyWriter2<>(id.codec()) : null;
    }

    @Override
    public @Nullable Object findContentSerializer(Annotated annotated) {
        AnnotatedId id = find(annotated);
        return id != null && id.part() == Part.CONTENT ? new IdWriter2<>(id.codec()) : null;
    }

    @Override
    public @Nullable Object findDeserializer(Annotated annotated) {
        AnnotatedId id = find(annotated);
        if (id == null) {
            return null;
        }
        return switch (id.part()) {
            case VALUE -> new IdReader2<>(id.codec());
            case LONGS -> new LongsReader2(LongArrays.elements(id.codec()).orElseThrow());
            case KEY, CONTENT -> null;
        };
    }

    @Override
    public @Nullable Object findKeyDeserializer(Annotated annotated) {
        AnnotatedId id = find(annotated);
        return id != null && id.part() == Part.KEY ? new IdKeyReader2(id.codec()) : null;
    }

    @Override
    public @Nullable Object findContentDeserializer(Annotated annotated) {
        AnnotatedId id = find(annotated);
        return id != null && id.part() == Part.CONTENT ? new IdReader2<>(id.codec()) : null;
    }

    private @Nullable AnnotatedId find(Annotated annotated) {
        IdText text = annotated.getAnnotation(IdText.class);
        if (text == null) {
            return null;
        }
        // The type of a setter is its parameter's: it returns nothing.
        JavaType type = annotated instanceof AnnotatedMethod method && method.getParameterCount() == 1
                ? method.getParameterType(0)
                : annotated.getType();
        return AnnotatedId.of(
                text,
                format == null ? JsonIdFormat.annotated() : format,
                type.getRawClass(),
                raw(type.getKeyType()),
                raw(type.getContentType()),
                where(annotated));
    }

    private static String where(Annotated annotated) {
        if (annotated instanceof AnnotatedParameter parameter) {
            return "parameter " + parameter.getIndex() + " of "
                    + parameter.getDeclaringClass().getName();
        }
        return annotated instanceof AnnotatedMember member ? member.getFullName() : annotated.getName();
    }

    private static @Nullable Class<?> raw(@Nullable JavaType type) {
        return type == null ? null : type.getRawClass();
    }
}
