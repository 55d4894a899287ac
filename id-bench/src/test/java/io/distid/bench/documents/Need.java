package io.distid.bench.documents;

import io.distid.IdTraits;
import io.distid.bench.choice.ChoiceRules;
import io.distid.bench.choice.Question.Answer;
import io.distid.bench.choice.Rule;
import io.distid.bench.choice.WorkerSource;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Providers;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A row of the README's "Which one?". Names and figures come from the rules of choice and from what strategies claim.
 *
 * @param text what a reader needs
 * @param strategies what to take, the best first
 * @param setting with which, in Markdown
 * @param limit what it costs
 */
record Need(String text, List<String> strategies, String setting, String limit) {
    private static final List<WorkerSource> LEASED = ChoiceRules.WORKERS.stream()
            // These two have a row of their own.
            .filter(worker -> !List.of("none", "redis").contains(worker.server()))
            .toList();

    /** All rows. */
    static List<Need> all() {
        String uuid = recommended("uuid", "yes");
        String number = recommended("long", "yes");
        Map<String, String> javascript = Map.of("preset", "javascript");
        return List.of(
                new Need(
                        "a primary key without a server, also offline",
                        List.of(uuid),
                        "none",
                        claims(uuid, Map.of()).bits() + " bits; shows when it was made, so never a secret"),
                new Need(
                        "64 bits, sorted by time, with " + or(LEASED.stream().map(Need::server)),
                        List.of(number),
                        or(LEASED.stream().map(Need::setting)),
                        "ids stop seconds after the store does"),
                new Need(
                        "64 bits, only Redis",
                        List.of(number),
                        "`worker=redis`",
                        "needs `min-replicas-to-write 1` if Redis fails over"),
                new Need(
                        "64 bits, only a disk",
                        List.of(number),
                        "`worker=file`, `worker.file=orders.worker`, `worker.id=7`",
                        "you number the processes yourself"),
                new Need(
                        "many nodes (over " + figure(nodes(number, Map.of())) + "), each at a low rate",
                        List.of("sonyflake"),
                        "`check=redis`, or another store",
                        "the id comes from the IP address; "
                                + figure(claims("sonyflake", Map.of())
                                        .idsPerSecond()
                                        .orElseThrow())
                                + " ids a second"),
                new Need(
                        "dense numbers (1, 2, 3), fast",
                        List.of("leaf-segment"),
                        "`store=mysql`, `tag=orders`",
                        "a crash leaves a gap"),
                new Need(
                        "strict order of issue, over all nodes",
                        List.of("mysql-update", "postgresql-sequence", "redis-incr"),
                        "`tag=orders` for MySQL",
                        "rows may commit in another order"),
                new Need(
                        "numbers of a day, such as `2026112100000042`",
                        List.of("redis-incr"),
                        "`key=invoices`, `period=day`, `zone=Europe/Berlin`",
                        "repeats what Redis forgets"),
                new Need(
                        "numbers that JavaScript clients can hold",
                        List.of(recommended("javascript", "yes")),
                        "`preset=javascript`, `worker=mysql`; or send any ids [as strings](integrations/id-jackson/README.md)",
                        figure(nodes(number, javascript)) + " processes at a time"),
                new Need(
                        "ids that reveal nothing, which nobody can guess",
                        List.of(recommended("uuid", "no")),
                        "none; or [opaque texts](docs/public-ids.md)",
                        "no order, so inserts are scattered"));
    }

    /** In Markdown, with a link to the best. */
    String row() {
        String best = strategies.get(0);
        String take = strategies.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
        return "| " + text + " | "
                + take.replaceFirst("`" + best + "`", "[`" + best + "`](docs/choose.md#" + best + ")")
                + " | " + setting + " | " + limit + " |\n";
    }

    private static String recommended(String ids, String guess) {
        return ChoiceRules.RULES.stream()
                .filter(rule -> rule.ids().contains(ids) && rule.guess().equals(guess))
                .map(Rule::strategy)
                .findFirst()
                .orElseThrow();
    }

    private static String server(WorkerSource worker) {
        return ChoiceRules.SERVER.answers().stream()
                .filter(answer -> answer.name().equals(worker.server()))
                .map(Answer::text)
                .findFirst()
                .orElseThrow()
                .split(" or ")[0];
    }

    private static String setting(WorkerSource worker) {
        return "`" + worker.settings().get(0) + "`";
    }

    private static IdTraits claims(String strategy, Map<String, String> settings) {
        IdGeneratorProvider provider = Providers.find(IdGeneratorProvider.class, strategy);
        return provider.traits(IdConfig.of(provider, settings));
    }

    private static int nodes(String strategy, Map<String, String> settings) {
        IdGeneratorProvider provider = Providers.find(IdGeneratorProvider.class, strategy);
        return provider.reader(IdConfig.of(provider, settings)).workerIds();
    }

    private static String figure(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    private static String or(Stream<String> all) {
        List<String> words = all.toList();
        int last = words.size() - 1;
        return String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    }
}
