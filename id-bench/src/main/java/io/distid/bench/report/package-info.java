/**
 * What a run found, as records, and the forms it is written in: a table, Markdown, JSON, a page.
 */
@NullMarked
package io.distid.bench.report;

import org.jspecify.annotations.NullMarked;
