package dev.baton.mcp.tool;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Puts the fields of a record where the component stands, so that several tools can have the same
 * fields. The component itself is not seen on the wire and needs no description.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
// why: Jackson reads the record's fields and constructor, so the annotation has to reach them
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.PARAMETER})
@JacksonAnnotationsInside
@JsonUnwrapped
public @interface Inline {}
