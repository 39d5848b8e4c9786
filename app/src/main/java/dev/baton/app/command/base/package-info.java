/** What every command is built on: its common options, its server and its complaints. */
@NullMarked
package dev.baton.app.command.base;

import org.jspecify.annotations.NullMarked;
