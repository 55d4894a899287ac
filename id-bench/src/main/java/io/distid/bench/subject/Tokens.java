package io.distid.bench.subject;

import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.bench.results.Origin;
import io.distid.coordination.Consumption;
import io.distid.coordination.IdempotencyTokens;
import io.distid.coordination.TokenStoreProvider;
import io.distid.spi.Providers;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Idempotency tokens as subjects: each call consumes a token that a client made and returns the number in it. */
final class Tokens {
    private static final String RUN = "run";

    private Tokens() {}

    static List<Subject> all() {
        return Providers.all(TokenStoreProvider.class).stream().map(Tokens::of).toList();
    }

    private static Subject of(TokenStoreProvider provider) {
        String store = provider.name();
        String name = "tokens " + store;
        return new Subject(
                name,
                new Origin(null, "IdempotencyTokens", "client-made=true"),
                ServerKind.of(provider.server()),
                (node, servers) -> Subject.with(
                        Locks.address(provider, servers),
                        "client-made",
                        "true",
                        NodeNumbers.NODE,
                        String.valueOf(node),
                        RUN,
                        servers.runName()),
                settings -> open(name, store, settings));
    }

    private static PeerLongGenerator open(String name, String store, Map<String, String> settings) {
        Map<String, String> own = new TreeMap<>(settings);
        // Each opening has tokens of its own: none was used before.
        String before = own.remove(RUN) + "-" + Long.toString(System.nanoTime(), Character.MAX_RADIX) + "-";
        NodeNumbers numbers = new NodeNumbers(own);
        own.remove(NodeNumbers.NODE);
        IdempotencyTokens tokens = IdempotencyTokens.open(store, own);
        IdTraits traits = IdTraits.builder(name).ordering(Ordering.NONE).build();
        return new PeerLongGenerator(
                () -> {
                    long number = numbers.next();
                    Consumption consumption = tokens.consume(before + number);
                    if (consumption != Consumption.ACCEPTED) {
                        throw new IllegalStateException("a token that nobody used was " + consumption);
                    }
                    return number;
                },
                traits,
                tokens);
    }
}
