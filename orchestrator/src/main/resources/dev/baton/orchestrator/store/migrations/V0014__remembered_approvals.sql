-- Answers to agents that hold for the rest of the attempt. The key is the same for the same input of
-- the same tool; questions from before have none.
alter table approval add column input_key ${key};
alter table approval add column remembered smallint not null default 0;
create index approval_remembered on approval (attempt_id, tool_name, input_key)
  where remembered = 1;
