/** The pages of figures: how the work goes, and how the server is. */
@NullMarked
package dev.baton.app.web.insight;

import org.jspecify.annotations.NullMarked;
