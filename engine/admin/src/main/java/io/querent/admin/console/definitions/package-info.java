/** Definitions, their versions, what runs under them and how they look. */
@NullMarked
package io.querent.admin.console.definitions;

import org.jspecify.annotations.NullMarked;
