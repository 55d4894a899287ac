package toy;

import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Opens {@link ToyIds} by name. Stateless but for the last id of this JVM. */
public final class ToyProvider implements IdGeneratorProvider {
    private static final AtomicLong LAST = new AtomicLong();

    @Override
    public String name() {
        return "toy";
    }

    @Override
    public IdKind kind() {
        return IdKind.LONG;
    }

    @Override
    public String summary() {
        return "milliseconds and a sequence";
    }

    @Override
    public List<ConfigKey> keys() {
        return List.of(ConfigKey.integer("colour", 1, 16, 7L, "which colour the toy has"));
    }

    @Override
    public IdGenerator open(IdConfig config) {
        config.integer("colour");
        return new ToyIds(LAST, InstantSource.system());
    }
}
