package io.distid.internal.lease;

/**
 * A listener to a loss that ends issuing. It neither blocks nor logs, and so it is called at once, on the thread that renews, before and
 * whatever other listeners do.
 */
public interface LossShutdown extends Runnable {}
