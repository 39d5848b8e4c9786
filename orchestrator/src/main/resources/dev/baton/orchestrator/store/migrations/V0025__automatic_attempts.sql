-- Attempts that the server started by itself, and how their tasks wished to be started, if they did:
-- one that has not begun is withdrawn when its task must wait again, and the wish is put back.
create table automatic_attempt (
  attempt_id ${key} primary key references attempt (id) on delete cascade,
  executor ${key},
  variant ${key}
);

insert into automatic_attempt (attempt_id) select attempt_id from pulled_attempt;
