package io.distid.spi;

import java.util.List;

/** A provider of nothing but a name and keys. */
record TestProvider(String name, List<ConfigKey> keys) implements Provider {
    TestProvider(String name, ConfigKey... keys) {
        this(name, List.of(keys));
    }

    @Override
    public String summary() {
        return "a provider for tests";
    }
}
