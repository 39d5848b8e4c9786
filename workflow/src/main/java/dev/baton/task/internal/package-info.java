/** What stores and servers say about tasks and users of the library never name. */
@NullMarked
package dev.baton.task.internal;

import org.jspecify.annotations.NullMarked;
