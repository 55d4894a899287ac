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

    /** What is annotated with {@link IdText}, and no more. This is the one that a mapper finds by itself. */
    public Jackson2IdModule() {
        this(JsonIdFormat.annotated());
    }

    /**
     * What is annotated, and what a format says. A mapper may have several: of one type, what the last one says counts.
     *
     * @param format what is written as strings
     */
    public Jackson2IdModule(JsonIdFormat format) {
        this.format = format;
    }

    /** {@inheritDoc} */
    @Override
    public String getModuleName() {
        return getClass().getName();
    }

    /** Tells modules of different formats apart, so that a mapper that found the plain one takes the application's, too. */
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
