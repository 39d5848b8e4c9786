-- Servers that share a database: each attempt belongs to the one that has its workspace.
create table node (
  name ${key} primary key,
  seen_at bigint not null
);
create index node_seen on node (seen_at);
create index attempt_of_node on attempt (node, state);
