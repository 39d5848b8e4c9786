/** Who may come in: the local user's token, those of added owners, and the key that seals. */
@NullMarked
package dev.baton.app.access;

import org.jspecify.annotations.NullMarked;
