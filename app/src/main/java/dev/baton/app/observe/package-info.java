/** What operators see of a running server: metrics, traces, and who a log line is about. */
@NullMarked
package dev.baton.app.observe;

import org.jspecify.annotations.NullMarked;
