package io.distid.jackson;

import java.io.IOException;
import tools.jackson.databind.json.JsonMapper;

/** Writes with one version of Jackson, where the other may be absent. */
public final class AloneCheck {
    private AloneCheck() {}

    /** What the module writes of an annotated id. */
    public static String write(String module) throws IOException {
        return module.equals("Jackson3IdModule") ? Three.write() : Two.write();
    }

    private static final class Three {
        static String write() {
            return JsonMapper.builder().findAndAddModules().build().writeValueAsString(new ModuleTest.Order(1));
        }
    }

    private static final class Two {
        static String write() throws IOException {
            return new com.fasterxml.jackson.databind.ObjectMapper()
                    .findAndRegisterModules()
                    .writeValueAsString(new ModuleTest.Order(1));
        }
    }
}
