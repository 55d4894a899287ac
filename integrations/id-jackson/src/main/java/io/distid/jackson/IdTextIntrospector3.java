package io.distid.jackson;

import io.distid.jackson.AnnotatedId.Part;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.Version;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;

/** Gives Jackson the writers and readers of ids with {@link IdText}. */
final class IdTextIntrospector3 extends NopAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    /** Null in a mapper that was serialized: its generators belong to another process. */
    private final transient @Nullable JsonIdFormat format;

    IdTextIntrospector3(JsonIdFormat format) {
        this.format = format;
    }

    @Override
    public Version version() {
        return Version.unknownVersion();
    }

    @Override
    public @Nullable Object findSerializer(MapperConfig<?> config, Annotated annotated) {
        AnnotatedId id = find(annotated);
        if (id == null) {
            return null;
        }
        return switch (id.part()) {
            case VALUE -> new IdWriter3<>(id.codec());
            case LONGS -> new LongsWriter3(LongArrays.elements(id.codec()).orElseThrow());
            case KEY, CONTENT -> null;
        };
    }

    @Override
    public @Nullable Object findKeySerializer(MapperConfig<?> config, Annotated annotated) {
        AnnotatedId id = find(annotated);
        return id != null && id.part() == Part.KEY ? new IdKeyWriter3<>(id.codec()) : null;
    }

    @Override
    public @Nullable Object findContentSerializer(MapperConfig<?> config, Annotated annotated) {
        AnnotatedId id = find(annotated);
        return id != null && id.part() == Part.CONTENT ? new IdWriter3<>(id.codec()) : null;
    }

    @Override
    public @Nullable Object findDeserializer(MapperConfig<?> config, Annotated annotated) {
        AnnotatedId id = find(annotated);
        if (id == null) {
            return null;
        }
        return switch (id.part()) {
            case VALUE -> new IdReader3<>(id.codec());
            case LONGS -> new LongsReader3(LongArrays.elements(id.codec()).orElseThrow());
            case KEY, CONTENT -> null;
        };
    }

    @Override
    public @Nullable Object findKeyDeserializer(MapperConfig<?> config, Annotated annotated) {
        AnnotatedId id = find(annotated);
        return id != null && id.part() == Part.KEY ? new IdKeyReader3(id.codec()) : null;
    }

    @Override
    public @Nullable Object findContentDeserializer(MapperConfig<?> config, Annotated annotated) {
        AnnotatedId id = find(annotated);
        return id != null && id.part() == Part.CONTENT ? new IdReader3<>(id.codec()) : null;
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
