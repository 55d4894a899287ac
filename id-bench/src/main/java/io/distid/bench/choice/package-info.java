/**
 * Recommends a strategy by three questions. {@link io.distid.bench.choice.ChoiceRules} is the only table of it: the command, the report's
 * page and docs/choose.md are written from it. It depends on distid's providers, but on no other package of the lab.
 */
@NullMarked
package io.distid.bench.choice;

import org.jspecify.annotations.NullMarked;
