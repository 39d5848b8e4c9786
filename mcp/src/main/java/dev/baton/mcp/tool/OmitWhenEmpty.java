package dev.baton.mcp.tool;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Leaves an empty {@code Optional} out of a tool's result, where it would otherwise be null. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
// why: Jackson reads the record's fields, so the annotation has to reach them
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
@JacksonAnnotationsInside
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public @interface OmitWhenEmpty {}
