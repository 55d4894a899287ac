package io.distid.testservers;

import java.time.Duration;

/** A server that somebody else runs. */
record EndpointServer(String name, String host, int port) implements ServerNode {
    @Override
    public String origin() {
        return "endpoint";
    }

    @Override
    public boolean canFault() {
        return false;
    }

    /** A short time: the server runs already, or its owner has to start it. */
    @Override
    public Duration startTimeout() {
        return Duration.ofSeconds(2);
    }

    @Override
    public void checkAlive() {}

    @Override
    public long pid() {
        throw notOurs();
    }

    @Override
    public void start() {
        throw notOurs();
    }

    @Override
    public void stop() {
        throw notOurs();
    }

    @Override
    public void kill() {
        throw notOurs();
    }

    @Override
    public void pause() {
        throw notOurs();
    }

    @Override
    public void resume() {
        throw notOurs();
    }

    @Override
    public void close() {}

    private UnsupportedOperationException notOurs() {
        return new UnsupportedOperationException(
                name + " at " + host + ":" + port + " was not started by distid: it has no process here");
    }
}
