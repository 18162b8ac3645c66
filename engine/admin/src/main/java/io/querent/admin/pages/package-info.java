/** The console's pages: classes that are generated from {@code src/main/jte}. They show what view records say and decide nothing. */
@NullMarked
package io.querent.admin.pages;

import org.jspecify.annotations.NullMarked;
