/** Local accounts: who has one, and what they may do. */
@NullMarked
package io.querent.admin.console.accounts;

import org.jspecify.annotations.NullMarked;
