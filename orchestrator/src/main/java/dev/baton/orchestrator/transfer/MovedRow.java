package dev.baton.orchestrator.transfer;

import tools.jackson.databind.node.ObjectNode;

/**
 * A row on its way to a board.
 *
 * @param line where it stands in its file, from 1
 * @param table the name of its table
 * @param values by column; what is missing is null
 */
public record MovedRow(long line, String table, ObjectNode values) {}
