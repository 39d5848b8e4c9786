/**
 * What every page shares: what is around its content, how a visit is read and answered, and the
 * files that the browser loads once.
 */
@org.jspecify.annotations.NullMarked
package dev.baton.app.web.frame;
