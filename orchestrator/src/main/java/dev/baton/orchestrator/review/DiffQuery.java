package dev.baton.orchestrator.review;

/**
 * Which part of the differences of a file is wanted.
 *
 * @param path as the list of changes shows it
 * @param oldPath where the file was before; the same path if it was not moved
 * @param ignoresSpace true leaves out lines that differ in white space alone
 * @param first how many lines of the difference are left out at its beginning
 * @param most how many lines come at most
 */
public record DiffQuery(String path, String oldPath, boolean ignoresSpace, long first, int most) {}
