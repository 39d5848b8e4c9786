/** What every room knows of the program: its build, its own command line, how it fails and ends. */
@NullMarked
package dev.baton.app.program;

import org.jspecify.annotations.NullMarked;
