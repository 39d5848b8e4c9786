/**
 * What a workflow refers to: tools and resources by their handles, arguments and steps by their
 * names, and the values that flow from one to the next.
 */
@NullMarked
package dev.baton.workflow.reference;

import org.jspecify.annotations.NullMarked;
