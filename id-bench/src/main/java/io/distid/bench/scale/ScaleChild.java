package io.distid.bench.scale;

import io.distid.IdGenerator;
import io.distid.bench.jvm.CommandLoop;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.SingleIds;
import io.distid.bench.throughput.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The child JVM that growth is measured in, one size after the other. */
final class ScaleChild {
    /** The answer of a command that finds nothing. */
    static final String DONE = "done";

    private final SettingsFile settings = SettingsFile.ofThisJvm();
    private @Nullable TagsTrial tags;
    private @Nullable LeasesTrial leases;
    private @Nullable LivingGenerator living;

    private ScaleChild() {}

    /**
     * Serves the lab.
     *
     * @param args none
     * @throws InterruptedException never
     */
    public static void main(String[] args) throws InterruptedException {
        CommandLoop.serve(() -> new ScaleChild()::obey);
    }

    private String obey(String command, List<String> words) throws Exception {
        return switch (command) {
            case "tags" -> {
                TagsTrial opened = new TagsTrial(settings.of(words.get(0)), words.get(1), number(words.get(2)));
                tags = opened;
                yield opened.open(millis(words.get(3))).answer();
            }
            case "map" -> tags().map(millis(words.get(0))).answer();
            case "refresh" -> tags().refresh().answer();
            case "later" -> tags().later().answer();
            case "threads" ->
                threads(words.get(0), number(words.get(1)), Boolean.parseBoolean(words.get(2)), millis(words.get(3)))
                        .answer();
            case "draw" -> {
                VerifyTrial.draw(
                        Path.of(words.get(0)), VerifyTrial.Kind.valueOf(words.get(1)), Long.parseLong(words.get(2)));
                yield DONE;
            }
            case "verify" ->
                VerifyTrial.verify(
                                Path.of(words.get(0)),
                                Path.of(System.getProperty("java.io.tmpdir")),
                                VerifyTrial.Kind.valueOf(words.get(1)),
                                Long.parseLong(words.get(2)))
                        .answer();
            case "sources" -> {
                leases = new LeasesTrial(words.get(0), settings.of(words.get(1)), number(words.get(2)));
                yield DONE;
            }
            case "acquire" ->
                leases().acquire(words.get(0), number(words.get(1)), number(words.get(2)), millis(words.get(3)))
                        .answer();
            case "together" -> {
                leases().acquireTogether(
                                words.get(0), number(words.get(1)), number(words.get(2)), millis(words.get(3)));
                yield DONE;
            }
            case "live" -> {
                living = leases().live(words.get(0), number(words.get(1)), millis(words.get(2)));
                yield DONE;
            }
            case "lived" -> living().end().answer();
            case "watch" -> leases().watch(millis(words.get(0))).answer();
            case "release" -> {
                leases().release();
                yield DONE;
            }
            case "close" -> {
                close();
                yield DONE;
            }
            default -> throw new IllegalArgumentException("unknown command: " + command);
        };
    }

    /** Opens anew for each size, so that none begins with what another has left. */
    private TrialFigures threads(String subject, int count, boolean virtual, Duration window)
            throws InterruptedException {
        if (subject.equals(Target.ATOMIC_LONG.name())) {
            LongSupplier counter = new AtomicLong()::getAndIncrement;
            return new ThreadsTrial(counter, virtual).run(count, window);
        }
        try (IdGenerator generator = Catalogue.subject(subject).opening().open(settings.of(subject))) {
            return new ThreadsTrial(SingleIds.of(generator), virtual).run(count, window);
        }
    }

    private void close() {
        if (tags != null) {
            tags.close();
            tags = null;
        }
        if (living != null) {
            living.close();
            living = null;
        }
        if (leases != null) {
            leases.close();
            leases = null;
        }
    }

    private TagsTrial tags() {
        if (tags == null) {
            throw new IllegalStateException("no tags were opened");
        }
        return tags;
    }

    private LeasesTrial leases() {
        if (leases == null) {
            throw new IllegalStateException("no source was opened");
        }
        return leases;
    }

    private LivingGenerator living() {
        if (living == null) {
            throw new IllegalStateException("no generator was opened");
        }
        return living;
    }

    private static int number(String word) {
        return Integer.parseInt(word);
    }

    private static Duration millis(String word) {
        return Duration.ofMillis(Long.parseLong(word));
    }
}
