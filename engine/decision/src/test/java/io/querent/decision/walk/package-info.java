/** Random walks through random sagas in random worlds, from printed seeds, and the rules that hold after every command. */
@NullMarked
package io.querent.decision.walk;

import org.jspecify.annotations.NullMarked;
