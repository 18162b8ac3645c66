/** What all of the API shares: its JSON, its refusals as problem details, and how headers and pages are read. */
@NullMarked
package io.querent.admin.api.http;

import org.jspecify.annotations.NullMarked;
