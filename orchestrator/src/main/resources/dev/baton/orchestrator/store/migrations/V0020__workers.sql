-- What the nodes that share a database are; those of an older program say nothing of it.
alter table node add column kind ${key};
-- Names the data directory of the node, so that no other takes its name.
alter table node add column identity ${key};
alter table node add column directory text;
-- JSON: labels, executors with their variants and versions, the version of the program.
alter table node add column facts text;
alter table node add column max_running bigint not null default 0;
alter table node add column is_draining bigint not null default 0;
alter table node add column started_at bigint;

-- Labels that a node must have for the attempts of a project, between commas.
alter table project add column node_labels text;

-- The node that was asked for; an attempt is on none before it was placed.
alter table attempt add column wanted_node ${key};
