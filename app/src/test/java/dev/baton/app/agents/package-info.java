/** Real coding agents, installed from npm, with a model of ours behind them. */
@NullMarked
package dev.baton.app.agents;

import org.jspecify.annotations.NullMarked;
