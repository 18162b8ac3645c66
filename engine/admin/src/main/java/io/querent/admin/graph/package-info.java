/** Lays out the graph of a definition's steps, as a drawing that a page shows as SVG. Pure. */
@NullMarked
package io.querent.admin.graph;

import org.jspecify.annotations.NullMarked;
