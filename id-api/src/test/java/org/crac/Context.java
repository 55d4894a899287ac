package org.crac;

/** The API's, for tests. */
public abstract class Context<R extends Resource> implements Resource {
    public abstract void register(R resource);
}
