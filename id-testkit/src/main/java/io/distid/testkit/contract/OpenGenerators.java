package io.distid.testkit.contract;

import io.distid.IdGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Several open generators, closed together. */
final class OpenGenerators<G extends IdGenerator> implements AutoCloseable {
    private final List<G> generators = new ArrayList<>();

    /**
     * Opens one generator for each node.
     *
     * @param nodes how many nodes
     * @param open opens the generator of a node
     */
    OpenGenerators(int nodes, IntFunction<G> open) {
        try {
            for (int node = 0; node < nodes; node++) {
                generators.add(open.apply(node));
            }
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    G node(int node) {
        return generators.get(node);
    }

    @Override
    public void close() {
        generators.forEach(IdGenerator::close);
    }
}
