package io.distid.bench.subject;

import com.github.f4b6a3.ulid.UlidFactory;
import io.distid.IdTraits;
import io.distid.UuidGenerator;
import java.util.UUID;

/** ulid-creator. A ULID is measured as the 128 bits that it is, which costs it one object more than a ULID of its own. */
final class MonotonicUlids implements UuidGenerator {
    private final UlidFactory factory = UlidFactory.newMonotonicInstance();
    private final IdTraits traits;

    MonotonicUlids(IdTraits traits) {
        this.traits = traits;
    }

    @Override
    public UUID nextUuid() {
        return factory.create().toUuid();
    }

    @Override
    public String nextText() {
        return factory.create().toString();
    }

    @Override
    public int textLength() {
        return 26;
    }

    @Override
    public IdTraits traits() {
        return traits;
    }

    @Override
    public void close() {}
}
