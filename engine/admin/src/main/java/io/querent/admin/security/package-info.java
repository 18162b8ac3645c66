/**
 * Who is there: local accounts, an identity provider's, sessions and headers. Grants are read anew with every request, so that what an
 * administrator takes away is gone at once.
 */
@NullMarked
package io.querent.admin.security;

import org.jspecify.annotations.NullMarked;
