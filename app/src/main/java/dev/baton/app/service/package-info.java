/** The server as a service of the operating system, which starts when its user logs in. */
@NullMarked
package dev.baton.app.service;

import org.jspecify.annotations.NullMarked;
