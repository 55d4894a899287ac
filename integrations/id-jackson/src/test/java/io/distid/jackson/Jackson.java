package io.distid.jackson;

import java.io.IOException;
import java.io.UncheckedIOException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;

/** The two versions of Jackson, so that each test asks both. */
enum Jackson {
    THREE {
        @Override
        Json with(JsonIdFormat... formats) {
            JsonMapper.Builder builder = JsonMapper.builder()
                    .polymorphicTypeValidator(BasicPolymorphicTypeValidator.builder()
                            .allowIfBaseType(Object.class)
                            .build());
            for (JsonIdFormat format : formats) {
                builder.addModule(new Jackson3IdModule(format));
            }
            return of(builder.build());
        }

        @Override
        Json withFoundModules() {
            return of(JsonMapper.builder().findAndAddModules().build());
        }
    },
    TWO {
        @Override
        Json with(JsonIdFormat... formats) {
            var mapper = new com.fasterxml.jackson.databind.ObjectMapper();
            for (JsonIdFormat format : formats) {
                mapper.registerModule(new Jackson2IdModule(format));
            }
            return of(mapper);
        }

        @Override
        Json withFoundModules() {
            return of(new com.fasterxml.jackson.databind.ObjectMapper().findAndRegisterModules());
        }
    };

    /** A mapper of this version with a module for each format. */
    abstract Json with(JsonIdFormat... formats);

    abstract Json withFoundModules();

    /** What both versions do under different names. */
    interface Json {
        String write(Object value);

        <T> T read(String json, Class<T> type);

        /** The tree of a value, written by the tree itself. */
        String tree(Object value);

        /** Reads a value from what it is written as, without a text between. */
        <T> T convert(Object value, Class<T> type);
    }

    private static Json of(JsonMapper mapper) {
        return new Json() {
            @Override
            public String write(Object value) {
                return mapper.writeValueAsString(value);
            }

            @Override
            public <T> T read(String json, Class<T> type) {
                return mapper.readValue(json, type);
            }

            @Override
            public String tree(Object value) {
                return mapper.valueToTree(value).toString();
            }

            @Override
            public <T> T convert(Object value, Class<T> type) {
                return mapper.convertValue(value, type);
            }
        };
    }

    private static Json of(com.fasterxml.jackson.databind.ObjectMapper mapper) {
        return new Json() {
            @Override
            public String write(Object value) {
                try {
                    return mapper.writeValueAsString(value);
                } catch (IOException e) {
                    throw new UncheckedIOException(e.getMessage(), e);
                }
            }

            @Override
            public <T> T read(String json, Class<T> type) {
                try {
                    return mapper.readValue(json, type);
                } catch (IOException e) {
                    throw new UncheckedIOException(e.getMessage(), e);
                }
            }

            @Override
            public String tree(Object value) {
                return mapper.valueToTree(value).toString();
            }

            @Override
            public <T> T convert(Object value, Class<T> type) {
                return mapper.convertValue(value, type);
            }
        };
    }
}
