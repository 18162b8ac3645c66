/** What the test kit's engines run on: a clock that can be moved ahead, and stores that go by it. */
@NullMarked
package io.querent.testkit.store;

import org.jspecify.annotations.NullMarked;
