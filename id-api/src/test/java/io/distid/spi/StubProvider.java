package io.distid.spi;

import java.util.List;

/** What providers made for a test have in common; ServiceLoader makes them, so each is a class of its own. */
public abstract class StubProvider implements Provider {
    private final String name;
    private final List<ConfigKey> keys;

    /** With its name and keys. */
    protected StubProvider(String name, ConfigKey... keys) {
        this.name = name;
        this.keys = List.of(keys);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String summary() {
        return "a stub";
    }

    @Override
    public List<ConfigKey> keys() {
        return keys;
    }
}
