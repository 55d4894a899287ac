package io.distid.jackson;

import static io.distid.text.TextForm.CROCKFORD;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ModuleTest {
    record Order(@IdText(CROCKFORD) long id) {}

    record Number(long value) {}

    @ParameterizedTest
    @EnumSource
    void aMapperThatFindsModulesByItselfHeedsTheAnnotation(Jackson jackson) {
        assertThat(jackson.withFoundModules().write(new Order(1))).isEqualTo("{\"id\":\"0000000000001\"}");
    }

    @ParameterizedTest
    @EnumSource
    void withoutAFormatOtherLongsStayNumbers(Jackson jackson) {
        assertThat(jackson.withFoundModules().write(new Number(Long.MAX_VALUE)))
                .isEqualTo("{\"value\":9223372036854775807}");
    }

    @Test
    void modulesOfDifferentFormatsAreBothRegistered() {
        JsonIdFormat longs = JsonIdFormat.annotated().longsAs(CROCKFORD);
        assertThat(new Jackson3IdModule(longs).getRegistrationId())
                .isNotEqualTo(new Jackson3IdModule().getRegistrationId());
        assertThat(new Jackson2IdModule(longs).getTypeId()).isNotEqualTo(new Jackson2IdModule().getTypeId());
    }

    @ParameterizedTest
    @CsvSource({"Jackson3IdModule, com.fasterxml.jackson.databind", "Jackson2IdModule, tools.jackson"})
    void oneVersionNeedsNothingOfTheOther(String module, String absent) throws Exception {
        URL[] classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(ModuleTest::url)
                .toArray(URL[]::new);
        try (URLClassLoader loader = new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                if (name.startsWith(absent)) {
                    throw new ClassNotFoundException(name);
                }
                return super.findClass(name);
            }
        }) {
            Thread thread = Thread.currentThread();
            ClassLoader own = thread.getContextClassLoader();
            thread.setContextClassLoader(loader);
            try {
                assertThat(loader.loadClass(AloneCheck.class.getName())
                                .getMethod("write", String.class)
                                .invoke(null, module))
                        .isEqualTo("{\"id\":\"0000000000001\"}");
            } finally {
                thread.setContextClassLoader(own);
            }
        }
    }

    private static URL url(String path) {
        try {
            return Path.of(path).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }
}
