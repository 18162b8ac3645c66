/** Which decisions need a second person. Nodes hold every decision against these rules, however it came to them. */
@NullMarked
package io.querent.runtime.approval;

import org.jspecify.annotations.NullMarked;
