package io.distid.bench.redeploy;

import io.distid.IdGenerator;
import io.distid.IdGenerators;
import java.util.Map;
import java.util.concurrent.Callable;

/** Opens a generator, draws 3,000 ids and texts on the calling thread, and closes it. Loaded anew for each test. */
public final class DrawingApplication implements Callable<Object> {
    private final String strategy;
    private final Map<String, String> settings;

    /** What to open. */
    public DrawingApplication(String strategy, Map<String, String> settings) {
        this.strategy = strategy;
        this.settings = settings;
    }

    @Override
    public Object call() {
        int drawn = 0;
        try (IdGenerator generator = IdGenerators.open(strategy, settings)) {
            for (; drawn < 3000; drawn++) {
                if (generator.nextText().isEmpty()) {
                    throw new IllegalStateException("an empty text");
                }
            }
        }
        return drawn;
    }
}
