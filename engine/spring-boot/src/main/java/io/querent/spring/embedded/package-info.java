/**
 * The PostgreSQL server that Querent brings along, for those who run it with nothing installed.
 *
 * <p>{@link io.querent.spring.embedded.EmbeddedPostgresServer} is the way in. The rest is package-private: {@code ServerDirectory}
 * says what lies where, {@code ServerStart} tells the order of things, {@code PostmasterFile} knows whether a server still runs,
 * {@code PostgresPrograms} runs what was unpacked by {@code PostgresBinaries}.
 */
@NullMarked
package io.querent.spring.embedded;

import org.jspecify.annotations.NullMarked;
