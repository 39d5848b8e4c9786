/** The review of an attempt: its files, their differences, and what people remark on them. */
@org.jspecify.annotations.NullMarked
package dev.baton.app.web.review;
