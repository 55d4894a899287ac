package io.distid.bench.solo;

import io.distid.IdException;
import io.distid.IdGenerator;
import io.distid.IdTraits;
import io.distid.IdsExhaustedException;
import io.distid.LongIdGenerator;
import io.distid.UuidGenerator;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.SettingsFile;
import io.distid.bench.subject.Subject;
import io.distid.spi.Secret;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.logging.LogManager;
import org.jspecify.annotations.Nullable;

/** The JVM that {@link SoloJvm} starts: does as it is told, a line at a time, and ends when its input does. */
final class SoloChild {
    /** How long a refused opening is let be before it is tried again. */
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(10);

    private static final BlockingQueue<String> COMMANDS = new LinkedBlockingQueue<>();

    private final Subject.Opening opening;
    private final SettingsFile settings;
    private final String settingsName;
    private @Nullable IdGenerator generator;
    private LongSupplier ids = () -> 0;

    private SoloChild(String subject, String settingsName) {
        this.opening = subject.equals(SoloJvm.BARE)
                ? any -> new BareCounter()
                : Catalogue.subject(subject).opening();
        this.settings = SettingsFile.ofThisFork();
        this.settingsName = settingsName;
    }

    /**
     * Answers each command with a line; {@code failed} and the reason is the last one.
     *
     * @param args the subject, and the name that its settings have in the file
     */
    public static void main(String[] args) {
        // What libraries print there must not be taken for an answer.
        PrintStream answers = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        // The lab opened the same subjects, and has their warnings for its report.
        LogManager.getLogManager().reset();
        try {
            listen();
            SoloChild child = new SoloChild(args[0], args[1]);
            answers.println("ready");
            while (true) {
                answers.println(child.obey(List.of(COMMANDS.take().split(" "))));
            }
        } catch (Throwable e) {
            answers.println("failed " + reason(e));
            // Whatever threads a library has left.
            Runtime.getRuntime().halt(1);
        }
    }

    private String obey(List<String> words) {
        return switch (words.get(0)) {
            case "open" -> open(Duration.ofMillis(Long.parseLong(words.get(1))));
            case "flat-out" ->
                "timed "
                        + calls().flatOut(nanos(words.get(1)), Long.parseLong(words.get(2)), nanos(words.get(3)))
                                .words();
            case "paced" ->
                "timed "
                        + calls().paced(
                                        Double.parseDouble(words.get(1)),
                                        Long.parseLong(words.get(2)),
                                        nanos(words.get(3)))
                                .words();
            case "issue" -> issue(Long.parseLong(words.get(1)), Long.parseLong(words.get(2)), nanos(words.get(3)));
            case "claims" -> claims();
            case "close" -> close();
            default -> throw new IllegalArgumentException("no such command: " + words);
        };
    }

    /** Opens, again and again for a while if all worker ids are held, as whatever restarts a crashed process does. */
    private String open(Duration patience) {
        // Read before the time counts: an application has its settings at hand.
        Map<String, String> its = settings.of(settingsName);
        long start = System.nanoTime();
        IdGenerator opened = null;
        while (opened == null) {
            try {
                opened = opening.open(its);
            } catch (IdsExhaustedException e) {
                if (System.nanoTime() - start > patience.toNanos()) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE);
            }
        }
        ids = ids(opened);
        long first = ids.getAsLong();
        generator = opened;
        return "opened " + (System.nanoTime() - start) + " " + first;
    }

    /** Draws ids until there are enough or time is up, but some at any rate. */
    private String issue(long most, long least, Duration window) {
        long end = System.nanoTime() + window.toNanos();
        long issued = 0;
        while (issued < most && (issued < least || System.nanoTime() - end < 0)) {
            ids.getAsLong();
            issued++;
        }
        return "issued " + issued;
    }

    private String claims() {
        IdTraits traits = generator().traits();
        return "claims " + traits.bits() + " " + traits.coordination();
    }

    private String close() {
        generator().close();
        return "closed";
    }

    private IdGenerator generator() {
        if (generator == null) {
            throw new IllegalStateException("nothing was opened");
        }
        return generator;
    }

    private static LongSupplier ids(IdGenerator generator) {
        if (generator instanceof LongIdGenerator numbers) {
            return numbers::nextId;
        }
        UuidGenerator uuids = (UuidGenerator) generator;
        return () -> uuids.nextUuid().getLeastSignificantBits();
    }

    private Calls calls() {
        return new Calls(ids, Ticker.SYSTEM);
    }

    private static Duration nanos(String word) {
        return Duration.ofNanos(Long.parseLong(word));
    }

    private static String reason(Throwable thrown) {
        boolean speaksForItself = thrown instanceof IdException || thrown instanceof IllegalStateException;
        String message = speaksForItself ? String.valueOf(thrown.getMessage()) : thrown.toString();
        return Secret.redact(message.replaceAll("\\s+", " "));
    }

    /** To commands, up to the end of the lab. */
    private static void listen() {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Thread reader = new Thread(() -> read(input), "distid-bench-commands");
        reader.setDaemon(true);
        reader.start();
    }

    private static void read(BufferedReader input) {
        try {
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                COMMANDS.add(line);
            }
        } catch (IOException e) {
            // As the end of the input: the lab is gone.
        }
        Runtime.getRuntime().halt(0);
    }
}
