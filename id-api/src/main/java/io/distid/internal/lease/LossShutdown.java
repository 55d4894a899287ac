package io.distid.internal.lease;

/**
 * A listener to a loss that ends issuing. It neither blocks nor logs. So the renewing thread calls it at once, before all other listeners.
 */
public interface LossShutdown extends Runnable {}
