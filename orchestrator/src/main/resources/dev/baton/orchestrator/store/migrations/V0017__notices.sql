-- Who is told of what happens: up to which event that was done, who does it, and how it goes.
create table notice_receiver (
  name ${key} primary key,
  position bigint not null,
  holder ${key},
  held_until bigint not null default 0,
  tries bigint not null default 0,
  failing_since bigint,
  next_try_at bigint,
  problem text,
  failed_at bigint,
  delivered bigint not null default 0,
  delivered_at bigint,
  given_up bigint not null default 0,
  given_up_at bigint
);

-- What a receiver refused, and what waits behind it because it happened to the same attempt.
create table notice_retry (
  receiver ${key} not null references notice_receiver (name) on delete cascade,
  event_id bigint not null,
  attempt_id ${key},
  tries bigint not null,
  since bigint not null,
  next_try_at bigint not null,
  primary key (receiver, event_id)
);
create index notice_retry_of_attempt on notice_retry (receiver, attempt_id, event_id);
