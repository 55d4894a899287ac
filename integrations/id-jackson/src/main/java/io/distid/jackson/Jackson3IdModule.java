package io.distid.jackson;

import tools.jackson.core.Version;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.module.SimpleDeserializers;
import tools.jackson.databind.module.SimpleKeyDeserializers;
import tools.jackson.databind.module.SimpleSerializers;

/**
 * Ids as strings in JSON, for Jackson 3. Immutable: any number of mappers may have it.
 *
 * <pre>{@code
 * JsonMapper.builder().addModule(new Jackson3IdModule()).build();
 * }</pre>
 */
public final class Jackson3IdModule extends JacksonModule {
    private final JsonIdFormat format;

    /** Covers only ids with {@link IdText}. A mapper that finds modules by itself uses this constructor. */
    public Jackson3IdModule() {
        this(JsonIdFormat.annotated());
    }

    /**
     * Covers annotated ids and the types of a format. A mapper may have several modules: the last one decides how a
     * type is written.
     *
     * @param format the types that are written as strings
     */
    public Jackson3IdModule(JsonIdFormat format) {
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
    public Object getRegistrationId() {
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
        context.insertAnnotationIntrospector(new IdTextIntrospector3(format));
        SimpleSerializers writers = new SimpleSerializers();
        SimpleSerializers keyWriters = new SimpleSerializers();
        SimpleDeserializers readers = new SimpleDeserializers();
        SimpleKeyDeserializers keyReaders = new SimpleKeyDeserializers();
        for (JsonIdCodec<?> codec : format.codecs()) {
            add(codec, writers, keyWriters, readers);
            keyReaders.addDeserializer(codec.type(), new IdKeyReader3(codec));
            LongArrays.elements(codec).ifPresent(elements -> {
                writers.addSerializer(long[].class, new LongsWriter3(elements));
                readers.addDeserializer(long[].class, new LongsReader3(elements));
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
        writers.addSerializer(codec.type(), new IdWriter3<>(codec));
        keyWriters.addSerializer(codec.type(), new IdKeyWriter3<>(codec));
        readers.addDeserializer(codec.type(), new IdReader3<>(codec));
    }
}
