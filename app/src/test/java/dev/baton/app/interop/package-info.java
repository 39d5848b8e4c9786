/** Official and foreign clients and suites against our servers. */
@NullMarked
package dev.baton.app.interop;

import org.jspecify.annotations.NullMarked;
