/**
 * What a run found, as records, and the forms it is written in: a table, Markdown, JSON.
 */
@NullMarked
package io.distid.bench.report;

import org.jspecify.annotations.NullMarked;
