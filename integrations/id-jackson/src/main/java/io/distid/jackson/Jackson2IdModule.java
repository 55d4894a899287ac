package io.distid.jackson;

import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.module.SimpleDeserializers;
import com.fasterxml.jackson.databind.module.SimpleKeyDeserializers;
import com.fasterxml.jackson.databind.module.SimpleSerializers;

/**
 * Ids as strings in JSON, for Jackson 2. Immutable: any number of mappers may have it.
 *
 * <pre>{@code
 * new ObjectMapper().registerModule(new Jackson2IdModule());
 * }</pre>
 */
public final class Jackson2IdModule extends Module {
    private final JsonIdFormat format;

    /** Covers only ids with {@link IdText}. A mapper that finds modules by itself uses this constructor. */
    public Jackson2IdModule() {
        this(JsonIdFormat.annotated());
    }

    /**
     * Covers annotated ids and the types of a format. A mapper may have several modules: the last one decides how a
     * type is written.
     *
     * @param format the types that are written as strings
     */
    public Jackson2IdModule(JsonIdFormat format) {
        this.format = format;
    }

    /** {@inheritDoc} */
    @Override
    public String getModuleName() {
        return getClass().getName();
    }

    /**
     * Differs between formats, so that a mapper which found the plain module by itself accepts the application's, too.
     */
    @Override
    public Object getTypeId() {
        return getModuleName() + " (" + format + ")";
    }

    /** {@inheritDoc} */
    @Override
    public Version version() {
        return Version.unknownVersion();
    }

    /** {@inheritDoc} */
    @Override
    public void setupModule(SetupContext context) {
        context.insertAnnotationIntrospector(new IdTextIntrospector2(format));
        SimpleSerializers writers = new SimpleSerializers();
        SimpleSerializers keyWriters = new SimpleSerializers();
        SimpleDeserializers readers = new SimpleDeserializers();
        SimpleKeyDeserializers keyReaders = new SimpleKeyDeserializers();
        for (JsonIdCodec<?> codec : format.codecs()) {
            add(codec, writers, keyWriters, readers);
            keyReaders.addDeserializer(codec.type(), new IdKeyReader2(codec));
            LongArrays.elements(codec).ifPresent(elements -> {
                writers.addSerializer(long[].class, new LongsWriter2(elements));
                readers.addDeserializer(long[].class, new LongsReader2(elements));
            });
        }
        context.addSerializers(writers);
        context.addKeySerializers(keyWriters);
        context.addDeserializers(readers);
        context.addKeyDeserializers(keyReaders);
    }

    private static <T> void add(
            JsonIdCodec<T> codec,
            SimpleSerializers writers,
            SimpleSerializers keyWriters,
            SimpleDeserializers readers) {
        writers.addSerializer(codec.type(), new IdWriter2<>(codec));
        keyWriters.addSerializer(codec.type(), new IdKeyWriter2<>(codec));
        readers.addDeserializer(codec.type(), new IdReader2<>(codec));
    }
}
