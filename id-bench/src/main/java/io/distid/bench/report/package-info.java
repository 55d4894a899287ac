/**
 * Renderers of results: a page, Markdown, a table for the terminal, a drawing, and the folder they go to.
 */
@NullMarked
package io.distid.bench.report;

import org.jspecify.annotations.NullMarked;
