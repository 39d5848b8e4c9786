/**
 * The program {@code baton}. {@link dev.baton.app.Main} is where it starts; the first word of the
 * command line says where it goes on:
 *
 * <ul>
 *   <li>The verb of an operation, such as {@code task add}: {@code verb} asks the server and shows
 *       the answer. {@code command.QuickVerb} is the short way there, without the library that
 *       reads command lines.
 *   <li>{@code serve} and {@code worker}: {@code server} puts together all that a server is.
 *   <li>{@code mcp}: {@code pipe} carries lines between an MCP client and the server.
 *   <li>Every other verb has a class in {@code command}, {@code command.moving} or {@code
 *       command.workflow}; what they share is in {@code command.base}.
 * </ul>
 *
 * <p>The rooms, by what one looks for:
 *
 * <ul>
 *   <li>A server that runs: {@code server}, who may come in ({@code access}), its metrics and
 *       traces ({@code observe}), the workflows that it brings along ({@code workflows}).
 *   <li>The board in the browser: {@code web}, with a room for each kind of page; {@code web.frame}
 *       and {@code web.text} are what all pages share.
 *   <li>What single commands do: {@code connect}, {@code demo}, {@code doctor}, {@code moving},
 *       {@code service}, {@code top}.
 *   <li>What all of it stands on: {@code config}, the data directory ({@code home}), the server in
 *       the background ({@code background}), a client for commands that ask it ({@code client}),
 *       the program itself ({@code program}).
 * </ul>
 */
@NullMarked
package dev.baton.app;

import org.jspecify.annotations.NullMarked;
