package dev.baton.app.config;

/**
 * What callers may ask of the server at a time.
 *
 * @param messageBytes the longest message
 * @param requests how many requests of one owner may be in flight
 * @param streams how many long-lived streams one owner may have open
 */
public record WireLimits(int messageBytes, int requests, int streams) {}
