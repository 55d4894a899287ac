package io.distid.internal.process.oddcrac;

/** Not what CRaC has under this name. */
public interface Resource {}
