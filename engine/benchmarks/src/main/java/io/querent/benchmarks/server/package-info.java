/** The PostgreSQL server under measurement: started or found, and asked what the load cost it. */
@NullMarked
package io.querent.benchmarks.server;

import org.jspecify.annotations.NullMarked;
