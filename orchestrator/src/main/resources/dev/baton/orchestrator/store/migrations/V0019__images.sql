-- Images of tasks, of messages to agents, and those that agents attach as proof.
create table image (
  id ${key} primary key,
  task_id ${key} not null references board_task (id) on delete cascade,
  attempt_id ${key} references attempt (id) on delete cascade,
  place ${key} not null,
  name text not null,
  type ${key} not null,
  size bigint not null,
  created_at bigint not null
);
create index image_of_task on image (task_id, place, created_at, id);
create index image_of_attempt on image (attempt_id, place, created_at, id);

-- In pieces, so that nobody has to hold one as a whole, and in base64, so that a board can be moved
-- as lines of JSON.
create table image_piece (
  image_id ${key} not null references image (id) on delete cascade,
  piece bigint not null,
  content text not null,
  primary key (image_id, piece)
);

-- What is shown to the agent of a turn.
create table turn_image (
  turn_id ${key} not null references turn (id) on delete cascade,
  place bigint not null,
  image_id ${key} not null references image (id) on delete cascade,
  primary key (turn_id, place)
);
create index turn_image_of_image on turn_image (image_id);
