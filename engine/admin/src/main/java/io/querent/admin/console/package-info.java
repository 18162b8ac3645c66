/** The console: pages that a server renders, one package a room. */
@NullMarked
package io.querent.admin.console;

import org.jspecify.annotations.NullMarked;
