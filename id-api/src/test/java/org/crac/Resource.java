package org.crac;

/** The API's, for tests: what no runtime without CRaC has. */
public interface Resource {
    void beforeCheckpoint(Context<? extends Resource> context) throws Exception;

    void afterRestore(Context<? extends Resource> context) throws Exception;
}
