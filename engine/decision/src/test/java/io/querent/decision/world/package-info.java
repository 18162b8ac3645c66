/**
 * A world for tests, cranked by hand in virtual time: the engine's edge, downstreams that follow a script or draw from a seed,
 * crashes between any two steps. Nothing here decides; every decision is the core's.
 */
@NullMarked
package io.querent.decision.world;

import org.jspecify.annotations.NullMarked;
