package io.distid.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.snowflake.SnowflakePreset;
import io.distid.spi.Provider;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Commands list, describe and next. */
class StrategyCommandsTest {

    @Test
    void listNamesAllThatIsOnTheClassPath() {
        CommandRun run = CommandRun.of("list");

        assertThat(run.exitCode()).isZero();
        assertThat(run.lines())
                .contains(
                        "Strategies",
                        "Option sets",
                        "Peers",
                        "Sources of worker ids",
                        "Segment stores",
                        "Lock stores",
                        "Token stores",
                        "Locks",
                        "Tokens",
                        "Entities");
        for (Provider provider : IdGenerators.providers()) {
            assertThat(unbroken(run))
                    .containsPattern("(?m)^  " + provider.name() + " +\\S.* \\Q" + provider.summary() + "\\E$");
        }
    }

    /** Each row in one line. */
    private static String unbroken(CommandRun run) {
        return run.out().replaceAll("\\R {10,}", " ");
    }

    @Test
    void listTellsBitsAndOrderAndThePeersWithTheirVersions() {
        CommandRun run = CommandRun.of("list");

        assertThat(unbroken(run))
                .containsPattern("(?m)^  uuid-v4 +128 +none +")
                .containsPattern("(?m)^  snowflake +63 +per generator +")
                .containsPattern("(?m)^  uuid-v7 order=thread +128 +per thread +order=thread$")
                .containsPattern(
                        "(?m)^  uuid-v7 thread fast +128 +per thread +order=thread source=fast {1,2}WARNING source=fast: the random bits are not cryptographic$")
                .containsPattern("(?m)^  leaf-segment +63 +per generator +")
                .containsPattern("(?m)^  tsid-creator +63 +per generator +tsid-creator \\d+\\.\\d+\\.\\d+ ");
        assertThat(run.err()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"list", "describe snowflake -Dworker.id=7", "describe uuid-v7", "describe leaf-segment"})
    void whatIsListedFitsIntoATerminal(String command) {
        assertThat(CommandRun.of(command.split(" ")).lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @Test
    void listAsJsonKeepsTheKindsApart() {
        JsonNode json = CommandRun.of("list", "--json").json();

        assertThat(names(json.get("strategies"))).contains("snowflake", "uuid-v7", "leaf-segment");
        assertThat(names(json.get("workerIds"))).contains("fixed", "mysql", "redis", "zookeeper", "etcd");
        assertThat(names(json.get("segmentStores"))).containsExactly("etcd", "mysql", "postgresql", "redis");
        assertThat(names(json.get("lockStores"))).contains("etcd", "mysql", "postgresql", "redis", "zookeeper");
        assertThat(names(json.get("tokenStores"))).containsExactly("mysql", "postgresql", "redis");
        assertThat(names(json.get("locks"))).contains("lock redis", "redisson RLock");
        assertThat(names(json.get("tokens"))).contains("tokens redis", "jedis token script");
        assertThat(names(json.get("entities"))).contains("@DistId snowflake", "IDENTITY");
        assertThat(names(json.get("optionSets"))).contains("uuid-v7 clock=coarse");
        JsonNode peer = CommandRun.find(json.get("peers"), "name", "robsonkades v7");
        assertThat(peer.get("bits").asInt()).isEqualTo(128);
        assertThat(peer.get("ordering").asString()).isEqualTo("PER_THREAD");
        assertThat(peer.get("library").asString()).matches("uuidv7 \\d+\\..*");
    }

    @Test
    void describePrintsTraitsAndKeysWithThoseOfTheWorkerIds() {
        CommandRun run = CommandRun.of("describe", "snowflake", "-Dworker.id=7", "-Dpreset=twitter");

        assertThat(run.exitCode()).isZero();
        assertThat(run.lines())
                .contains(
                        "  ordering       per generator",
                        "  ids/s          4,096,000",
                        "Keys with worker=fixed",
                        "             an integer from 0 to 2147483647")
                .anyMatch(line -> line.startsWith("  worker.id  "));
    }

    @Test
    void aKeyThatTheChosenSourceDoesNotHaveIsRefused() {
        CommandRun run = CommandRun.of("describe", "snowflake", "-Dworker=hostname", "-Dworker.first=3");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("snowflake: unknown key \"worker.first\": allowed are worker.");
    }

    @Test
    void aFormatThatIsOverIsSaid() {
        CommandRun run = CommandRun.of("describe", "snowflake", "-Dworker.id=7", "-Depoch=1900-01-01T00:00:00Z");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .startsWith("time is exhausted: 41 bits of 1 ms from 1900-01-01T00:00:00Z ended at 1969-09-07");
    }

    @Test
    void aStrategyThatDoesNotOpenWithoutSettingsIsDescribedWithTheReason() {
        CommandRun run = CommandRun.of("describe", "leaf-segment");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("unknown until it is opened: leaf-segment: key \"", "Keys with store=mysql", "  store.url");
    }

    @Test
    void describeAsJsonHoldsTheKeysOfEachProviderThatAKeyMayName() {
        JsonNode json = CommandRun.of("describe", "leaf-segment", "--json").json();

        JsonNode store = CommandRun.find(json.get("keys"), "name", "store");
        assertThat(store.get("default").asString()).isEqualTo("mysql");
        assertThat(names(store.get("providers"))).containsExactly("etcd", "mysql", "postgresql", "redis");
        JsonNode redis = CommandRun.find(store.get("providers"), "name", "redis");
        assertThat(names(redis.get("keys"))).contains("store.url").allMatch(name -> name.startsWith("store."));
        assertThat(json.get("traits").isNull()).isTrue();
        assertThat(json.get("reason").asString()).startsWith("leaf-segment: key ");
    }

    @Test
    void describeAsJsonHoldsTraits() {
        JsonNode traits = CommandRun.of("describe", "snowflake", "-Dworker.id=7", "--json")
                .json()
                .get("traits");

        assertThat(traits.get("bits").asInt()).isEqualTo(63);
        assertThat(traits.get("ordering").asString()).isEqualTo("PER_GENERATOR");
        assertThat(traits.get("idsPerSecond").asLong()).isEqualTo(4_096_000);
        assertThat(traits.get("endOfLife").asString()).startsWith("2093-");
    }

    @Test
    void nextPrintsAsManyIdsAsAskedFor() {
        CommandRun run = CommandRun.of("next", "snowflake", "-n", "3", "-Dworker.id=7", "-Dpreset=twitter");

        assertThat(run.exitCode()).isZero();
        assertThat(run.lines())
                .hasSize(3)
                .isSorted()
                .doesNotHaveDuplicates()
                .allSatisfy(id -> assertThat(SnowflakePreset.TWITTER
                                .layout()
                                .decode(Long.parseLong(id))
                                .worker())
                        .isEqualTo(7));
    }

    @Test
    void nextPrintsOneIdByDefault() {
        CommandRun run = CommandRun.of("next", "uuid-v7");

        assertThat(run.lines())
                .singleElement()
                .satisfies(id -> assertThat(UUID.fromString(id).version()).isEqualTo(7));
    }

    @Test
    void aStrategyThatFailsOnTheWayKeepsWhatItPrintedAndExitsWith1WithoutAPassword() {
        CommandRun run = CommandRun.of("next", "broken-throws", "-n", "2000");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.lines()).hasSize(1000);
        assertThat(run.err().strip()).isEqualTo("the store at jdbc:mysql://db/x went away");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "next nope: unknown strategy \"nope\": on the class path are ",
                "describe nope: unknown strategy \"nope\": on the class path are ",
                "next: Missing required parameter: '<strategy>'",
                "next uuid-v7 -n 0: -n is 0: must be from 1 to 1000000000",
                "next uuid-v7 -n -1: -n is -1: must be from 1 to 1000000000",
                "next uuid-v7 -n many: Invalid value for option '-n': \"many\" must be a whole number",
                "next uuid-v7 -Dnode: -D takes <key=value>, such as -Dworker.id=7",
                "next uuid-v7 -Dcolour=red: uuid-v7: unknown key \"colour\": allowed are ",
                "next snowflake: snowflake: key \"worker.id\" is not set: must be an integer from 0 to ",
                "describe snowflake -Dworker.id=9999: ",
                "list --fast: Unknown option: '--fast'",
                "lst: unknown command \"lst\": must be one of compare, report, faults, choose, list, describe, next, decode, draw, verify, "
            })
    void wrongInputIsRefusedInOneLine(String given) {
        assertThat(CommandRun.refusal(given)).contains("(see id-bench").endsWith(" --help)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "compare",
                "report",
                "faults",
                "choose",
                "list",
                "describe",
                "next",
                "decode",
                "draw",
                "verify",
                "plan-scale-out"
            })
    void helpHasExamplesAndExitCodes(String command) {
        CommandRun run = CommandRun.of(command, "--help");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).containsPattern("(?m)^Examples?:$").contains("  id-bench " + command, "Exit codes: 0 ");
    }

    /** The list of commands has the first line of each description, however far that goes. */
    @Test
    void firstLineOfEachDescriptionIsASentence() {
        assertThat(Main.commands().getSubcommands())
                .allSatisfy((name, command) -> assertThat(
                                command.getCommandSpec().usageMessage().description()[0])
                        .endsWith("."));
    }

    @Test
    void completionKnowsCommandsAndStrategies() {
        CommandRun run = CommandRun.of("generate-completion");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("complete -F _complete_id-bench", "decode", "\"leaf-segment\"");
    }

    private static List<String> names(JsonNode array) {
        return array.valueStream()
                .map(element -> element.get("name").asString())
                .toList();
    }
}
