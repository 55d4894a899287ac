package io.distid.bench.subject;

import io.distid.BackendException;
import io.distid.IdKind;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A strategy that is lost at its first id, in the way that it is told: {@code hang}, {@code die} or {@code fail}; or after {@value #FIRST_IDS} ids, which
 * is {@code hang-later}, or {@code interrupt-later}, by which the caller's file is closed.
 */
public final class LostProvider implements IdGeneratorProvider {
    /** What it is found by. */
    public static final String NAME = "lost";

    /** After how many ids it is lost later. */
    public static final int FIRST_IDS = 1_000;

    private static final ConfigKey WAY = ConfigKey.choice(
            "way", List.of("hang", "hang-later", "interrupt-later", "die", "fail"), "fail", "how it is lost");

    /** For ServiceLoader. */
    public LostProvider() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public IdKind kind() {
        return IdKind.LONG;
    }

    @Override
    public String summary() {
        return "lost on purpose";
    }

    @Override
    public List<ConfigKey> keys() {
        return List.of(WAY, ConfigKey.secret("password", "what it says when it dies"));
    }

    @Override
    public LongIdGenerator open(IdConfig config) {
        String way = config.text("way");
        AtomicLong calls = new AtomicLong();
        return new SuppliedIds(NAME, Ordering.NONE, () -> {
            if (way.equals("die")) {
                System.err.println("out of everything, password="
                        + (config.has("password") ? config.secret("password").reveal() : "none"));
                Runtime.getRuntime().halt(3);
            }
            if (way.endsWith("-later") && calls.incrementAndGet() <= FIRST_IDS) {
                return calls.get();
            }
            if (way.equals("interrupt-later")) {
                Thread.currentThread().interrupt();
                return calls.get();
            }
            while (way.startsWith("hang")) {
                LockSupport.park();
            }
            throw new BackendException(
                    "the store at jdbc:mysql://db/x?password=hunter2 went away",
                    new SocketTimeoutException("Read timed out"));
        });
    }
}
