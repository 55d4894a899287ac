package io.distid.testkit.contract;

import io.distid.Coordination;
import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.IdTraits;
import io.distid.spi.IdGeneratorProvider;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The common part of a generator's tests: a subclass describes the generator, and the tests ask it for ids.
 *
 * @param <G> the kind of generator
 */
abstract class IdGeneratorFixture<G extends IdGenerator> extends ProviderContract {
    private static final int BATCH = 8;
    static final int CALLS_PER_BATCH = 16;

    /**
     * The strategy under test.
     *
     * @return the name of its provider
     */
    protected abstract String strategy();

    /**
     * A configuration that works.
     *
     * @param node the number of a node in a fleet, from 0; each node has its own worker id, and all share one store
     * @return the settings, by default none
     */
    protected Map<String, String> config(int node) {
        return Map.of();
    }

    /**
     * How many generators share the work.
     *
     * @return at least 2; by default 3
     */
    protected int nodes() {
        return 3;
    }

    /**
     * How many threads ask each generator for ids.
     *
     * @return at least 2; by default 4
     */
    protected int threadsPerNode() {
        return 4;
    }

    /**
     * How many ids each thread asks for.
     *
     * @param claims the traits that the generator claims
     * @return by default 100 if each id is a round trip, else 20,000 or as many as the format holds in a second
     */
    protected int idsPerThread(IdTraits claims) {
        if (claims.coordination() == Coordination.PER_ID) {
            return 100;
        }
        return (int) Math.min(20_000, claims.idsPerSecond().orElse(Long.MAX_VALUE) / threadsPerNode());
    }

    /**
     * How long a test may take before it counts as hanging.
     *
     * @return by default two minutes
     */
    protected Duration patience() {
        return Duration.ofMinutes(2);
    }

    /** Requires that the claimed bits fit the kind, and that the id fits the claim. */
    abstract void requireBits(int claimed, Id id);

    abstract G open(Map<String, String> config);

    abstract Id next(G generator);

    abstract List<Id> batch(G generator, int size);

    abstract Id parse(String text);

    /** The text that a strategy returns for an id, unless another form is asked for. */
    abstract String text(Id id);

    abstract void requireWellFormed(Id id);

    final G open(int node) {
        return open(config(node));
    }

    @Override
    final ConfigChecks<IdGeneratorProvider> configChecks() {
        return new ConfigChecks<>(
                IdGeneratorProvider.class, strategy(), config(0), config -> IdGenerators.open(strategy(), config));
    }

    /** Makes one call for ids: mostly for a single id, at times for a text or a batch. */
    final List<Id> some(G generator, int call) {
        return switch (call % CALLS_PER_BATCH) {
            case CALLS_PER_BATCH - 1 -> batch(generator, BATCH);
            case CALLS_PER_BATCH - 2 -> List.of(parse(generator.nextText()));
            default -> List.of(next(generator));
        };
    }
}
