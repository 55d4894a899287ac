package io.distid.testkit.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a test that stops the server of its contract, and so runs alone. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface StopsServer {}
