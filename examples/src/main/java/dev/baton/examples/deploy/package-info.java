/** A server that deploys services, in simulation: durable workflow prompts and their handoff. */
@NullMarked
package dev.baton.examples.deploy;

import org.jspecify.annotations.NullMarked;
