-- Calls that one node answers for another: who has the workspace takes it once, and leaves its answer.
create table node_call (
  id ${key} primary key,
  node ${key} not null,
  request text not null,
  asked_at bigint not null,
  taken_at bigint,
  answer text
);
create index node_call_of_node on node_call (node, asked_at);

-- On which node the path of a repository is.
alter table repo add column home ${key};
