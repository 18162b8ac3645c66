/** Who may do what. Pure; everything is denied that no grant allows. */
@NullMarked
package io.querent.admin.access;

import org.jspecify.annotations.NullMarked;
