/** What the admin desk keeps beside the sagas: accounts, requests for a second person, bulk jobs, nodes' reports, the audit. Ports alone. */
@NullMarked
package io.querent.runtime.admin;

import org.jspecify.annotations.NullMarked;
