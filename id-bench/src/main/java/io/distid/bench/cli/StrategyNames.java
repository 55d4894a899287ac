package io.distid.bench.cli;

import io.distid.IdGenerators;
import io.distid.spi.Provider;
import java.util.Iterator;

/** The strategies on the class path, for shell completion. */
final class StrategyNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return IdGenerators.providers().stream().map(Provider::name).iterator();
    }
}
