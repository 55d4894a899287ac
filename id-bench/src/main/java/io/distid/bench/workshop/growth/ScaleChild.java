package io.distid.bench.workshop.growth;

import io.distid.bench.jvm.CommandLoop;
import io.distid.bench.jvm.SettingsFile;
import java.time.Duration;
import java.util.List;

/** The child JVM that measures growth, one size after the other. */
final class ScaleChild implements CommandLoop.Child {
    /** The answer of a command without figures. */
    static final String DONE = "done";

    private final SettingsFile settings = SettingsFile.ofThisJvm();
    private TagsTrial tags;
    private LeasesTrial leases;
    private LivingGenerator living;

    @Override
    public CommandLoop.Handler prepare() {
        return this::obey;
    }

    private String obey(String command, List<String> words) throws Exception {
        return switch (command) {
            case "tags" -> {
                TagsTrial opened = new TagsTrial(settings.of(words.get(0)), words.get(1), number(words.get(2)));
                tags = opened;
                yield opened.open(millis(words.get(3))).answer();
            }
            case "map" -> tags.map(millis(words.get(0))).answer();
            case "sources" -> {
                leases = new LeasesTrial(words.get(0), settings.of(words.get(1)), number(words.get(2)));
                yield DONE;
            }
            case "acquire" ->
                leases.acquire(words.get(0), number(words.get(1)), number(words.get(2)), millis(words.get(3)))
                        .answer();
            case "together" -> {
                leases.acquireTogether(words.get(0), number(words.get(1)), number(words.get(2)), millis(words.get(3)));
                yield DONE;
            }
            case "live" -> {
                living = leases.live(words.get(0), number(words.get(1)), millis(words.get(2)));
                yield DONE;
            }
            case "lived" -> living.end().answer();
            case "watch" -> leases.watch(millis(words.get(0))).answer();
            case "release" -> {
                leases.release();
                yield DONE;
            }
            default -> throw new IllegalArgumentException("unknown command: " + command);
        };
    }

    private static int number(String word) {
        return Integer.parseInt(word);
    }

    private static Duration millis(String word) {
        return Duration.ofMillis(Long.parseLong(word));
    }
}
