/** The bank's statements: fetched, kept, read strictly, and held against what is still unknown. */
@NullMarked
package io.querent.examples.settlement.statements;

import org.jspecify.annotations.NullMarked;
