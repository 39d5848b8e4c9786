/** The hosts of repositories where people propose, check and review work: their pull requests. */
@NullMarked
package dev.baton.orchestrator.forge;

import org.jspecify.annotations.NullMarked;
