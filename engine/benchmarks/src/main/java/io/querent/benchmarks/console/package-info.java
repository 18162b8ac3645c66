/** The console and its API over a database with very many sagas: how long each page takes, and what it weighs. */
@NullMarked
package io.querent.benchmarks.console;

import org.jspecify.annotations.NullMarked;
