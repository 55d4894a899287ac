package io.distid.internal.process.oddcrac;

/** Not what CRaC has under this name. */
public final class Core {
    private Core() {}
}
