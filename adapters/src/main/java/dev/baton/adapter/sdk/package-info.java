/** Workflow prompts in a stock server of the official Java SDK, and in what is built on it. */
@NullMarked
package dev.baton.adapter.sdk;

import org.jspecify.annotations.NullMarked;
