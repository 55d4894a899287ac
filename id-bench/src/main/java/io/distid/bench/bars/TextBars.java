package io.distid.bench.bars;

import io.distid.bench.throughput.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** What texts must reach: the speed of the libraries that are taken for them. */
final class TextBars {
    private TextBars() {}

    static List<Bar> all() {
        List<Bar> bars = new ArrayList<>();
        for (String way : new String[] {"encode", "decode"}) {
            uuid(bars, way, "CANONICAL", "UUID_CREATOR_CANONICAL");
            uuid(bars, way, "HEX", "UUID_CREATOR_HEX");
            uuid(bars, way, "CROCKFORD", "ULID_CREATOR", "UUID_CREATOR_BASE32");
            uuid(bars, way, "BASE36", "UUID_CREATOR_BASE36");
            uuid(bars, way, "BASE58", "UUID_CREATOR_BASE58");
            uuid(bars, way, "BASE62", "UUID_CREATOR_BASE62");
            uuid(bars, way, "BASE64URL", "UUID_CREATOR_BASE64URL");
            id(bars, way, "CROCKFORD", "TSID_CREATOR");
            id(bars, way, "BASE36", "TSID_CREATOR_BASE36");
            id(bars, way, "BASE62", "TSID_CREATOR_BASE62");
        }
        bars.add(Bar.rate(
                "text: opaque against a bare block of AES by the JDK",
                run("encodeLong", "OPAQUE"),
                0.5,
                run("encodeLong", "AES_BLOCK")));
        return bars;
    }

    private static void uuid(List<Bar> bars, String way, String ours, String... peers) {
        add(bars, way + "Uuid", ours, peers);
    }

    private static void id(List<Bar> bars, String way, String ours, String... peers) {
        add(bars, way + "Long", ours, peers);
    }

    private static void add(List<Bar> bars, String method, String ours, String... peers) {
        bars.add(Bar.rate(
                "text: " + method + " against peers, " + ours.toLowerCase(Locale.ROOT),
                run(method, ours),
                1,
                Stream.of(peers).map(peer -> run(method, peer)).toArray(BarRun[]::new)));
    }

    private static BarRun run(String method, String coder) {
        return BarRun.of(Target.benchmark(TextBenchmark.class, method, Map.of("coder", coder)), 1);
    }
}
