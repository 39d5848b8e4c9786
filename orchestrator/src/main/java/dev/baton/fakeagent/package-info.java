/**
 * A scripted agent: a real little program for tests, demonstrations and load.
 *
 * <p>Its prompt is a script, one command a line; blank lines mean nothing, any other line is said
 * back. {@code say TEXT}, {@code think TEXT}, {@code write PATH TEXT}, {@code append PATH TEXT},
 * {@code delete PATH}, {@code commit MESSAGE}, {@code sleep SECONDS}, {@code lines N [BYTES]},
 * {@code ask TEXT}, {@code choose TEXT | ONE | OTHER}, {@code mcp TOOL JSON}, {@code recall},
 * {@code exit CODE}, {@code hang}, {@code spawn SECONDS}, {@code env NAME}, {@code cost DOLLARS}.
 *
 * <p>Options: {@code --sessions DIR} where conversations are kept; {@code --resume ID} goes on with
 * one; {@code --variant NAME}, of which {@code PLAN} changes no file and {@code APPROVALS} waits
 * for an answer to {@code ask}; {@code --input text|json}. With {@code text}, the default, the
 * prompt is all of standard input. With {@code json} it is its first line, {@code
 * {"type":"prompt","text":...}}, and answers to approval requests follow, {@code
 * {"type":"approval_response","id":...,"decision":"approve"|"deny","reason":...}}.
 *
 * <p>It prints an event a line, as JSON with the member {@code type}:
 *
 * <ul>
 *   <li>{@code session}: {@code session_id}, {@code turn}, {@code resumed}, {@code variant}; first
 *   <li>{@code assistant} and {@code thinking}: {@code text}
 *   <li>{@code tool_use}: {@code id}, {@code name}, {@code kind} ({@code edit}, {@code execute},
 *       {@code mcp} or {@code other}), {@code input}, {@code status}: first {@code started}, then,
 *       with the same id and a {@code result}, {@code completed}, {@code failed} or {@code denied}
 *   <li>{@code approval_request}: {@code id}, {@code tool_use_id}, {@code tool_name}, {@code
 *       summary}
 *   <li>{@code error}: {@code code} ({@code session_lost}, {@code usage} or {@code input}), {@code
 *       message}
 *   <li>{@code usage}: {@code input_tokens}, {@code output_tokens}, {@code cost_usd} of the whole
 *       conversation if the script says it
 *   <li>{@code result}: {@code status} ({@code success}, {@code failed} or {@code interrupted}),
 *       {@code session_id} if there is one, {@code error} if it failed; last
 * </ul>
 *
 * The command {@code lines} prints plain text between the events. A run without a {@code result}
 * did not end well, whatever its exit code.
 *
 * <p>The program starts in a blink and is small, so that a hundred fit beside a server. Therefore
 * it uses no library, and no part of the language or the JDK that makes classes at run time: no
 * lambda, no stream, no pattern switch.
 */
@NullMarked
package dev.baton.fakeagent;

import org.jspecify.annotations.NullMarked;
