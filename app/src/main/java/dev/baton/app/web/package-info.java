/**
 * The board in the browser. A page is one small class and one template: the class takes a request
 * to an operation and its answer to a view record, the template shows that record and decides
 * nothing. {@link dev.baton.app.web.Site} lists all pages. What runs in the browser is under {@code
 * src/main/web}; what it needs from the server are these pages again, and the stream of events.
 */
@org.jspecify.annotations.NullMarked
package dev.baton.app.web;
