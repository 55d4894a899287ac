package io.distid.bench.cli;

import io.distid.IdGenerators;
import io.distid.bench.Snapshot;
import io.distid.bench.decode.Decoder;
import io.distid.bench.decode.Reading;
import io.distid.spi.Provider;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What {@code list}, {@code describe} and {@code decode} say is what they said before. */
class SaidBeforeTest {
    private static final Instant NOW = Instant.parse("2026-11-22T00:00:00Z");
    private static final Pattern OF_TESTS = Pattern.compile("(broken-|lost|split).*");
    private static final Map<String, List<String>> WORKER = Map.of(
            "snowflake", List.of("-Dworker.id=7"),
            "sonyflake", List.of("-Dworker=fixed", "-Dworker.id=7"));
    private static final List<String> IDS = List.of(
            "0ujtsYcgvSTl8PAuAdqWYSMnLOv",
            "9m4e2mr0ui3e8a215n4g",
            "507f1f77bcf86cd799439011",
            "01ARZ3NDEKTSV4RRFFQ69G5FAV",
            "urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
            "{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}",
            "C232AB00-9414-11EC-B3C8-9F6BDECED846",
            "1EC9414C-232A-6B00-B3C8-9F6BDECED846",
            "919108f7-52d1-4320-9bac-f847db4148a8",
            "00000000-0000-0000-0000-000000000000",
            "ffffffff-ffff-ffff-ffff-ffffffffffff",
            "ffffffff-ffff-4fff-1fff-ffffffffffff",
            "usr_01FWHE4YDGFK1SHH6W1G60EECF",
            "b8wjm1zroyyyy",
            "1050118621198921728",
            "440322224407314432",
            "175928847299117063",
            "1949525278281554174",
            "38352658567418872",
            "01226N0640J7Q",
            "382208932648611840",
            "568464384025822777",
            "109372843123456789",
            "1648113371234567",
            "2026111900000042",
            "20261100012345",
            "202611190700000001",
            "ord_20261121000000000042",
            "0000000042",
            "10001",
            "9223372036854775807",
            "ord_20160430175928847299117063");

    @Test
    void listSaysWhatItSaid() throws IOException {
        Snapshot.assertSame(
                "list.txt",
                CommandRun.of("list").lines().stream()
                        .filter(line -> !OF_TESTS.matcher(line.strip()).matches())
                        .map(line -> line.replaceAll("JDK [0-9.]+", "JDK").replaceAll(" +", " "))
                        .toList());
    }

    @Test
    void describeSaysWhatItSaidOfEachStrategy() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String strategy :
                IdGenerators.providers().stream().map(Provider::name).toList()) {
            if (!OF_TESTS.matcher(strategy).matches()) {
                lines.add("# " + strategy);
                List<String> words = new ArrayList<>(List.of("describe", strategy));
                words.addAll(WORKER.getOrDefault(strategy, List.of()));
                CommandRun.of(words.toArray(String[]::new)).lines().stream()
                        .map(line -> line.replaceAll("(unknown until it is opened).*", "$1"))
                        .map(String::stripTrailing)
                        .forEach(lines::add);
            }
        }
        Snapshot.assertSame("describe.txt", lines);
    }

    @Test
    void decodeSaysWhatItSaidOfEachKindOfId() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String id : IDS) {
            lines.add("# " + id);
            Decoder.of(id, NOW).forEach(reading -> lines.add(said(reading)));
        }
        for (String id : List.of("175928847299117063", "4611686018427")) {
            for (String strategy : List.of("snowflake", "sonyflake")) {
                for (Map<String, String> settings : List.of(
                        Map.<String, String>of(),
                        Map.of("epoch", "2020-01-01T00:00:00Z"),
                        Map.of("worker-bits", "6", "sequence-bits", "11"),
                        Map.of("tick", "1ms"))) {
                    lines.add("# " + id + " " + strategy + " " + new TreeMap<>(settings));
                    Decoder.of(id, strategy, settings, NOW).forEach(reading -> lines.add(said(reading)));
                }
            }
        }
        lines.add("# javascript");
        Decoder.of("4611686018427", "snowflake", Map.of("preset", "javascript"), NOW)
                .forEach(reading -> lines.add(said(reading)));
        Snapshot.assertSame("decode.txt", lines);
    }

    /** A reading, without the distance that puts readings in order and is not said. */
    private static String said(Reading reading) {
        return reading.toString().replaceFirst(", distance=[^]]*", "");
    }
}
