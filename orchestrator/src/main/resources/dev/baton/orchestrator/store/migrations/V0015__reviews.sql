-- What people remark on the work of agents; a draft until it is sent with a follow-up.
create table review_comment (
  id ${key} primary key,
  attempt_id ${key} not null references attempt (id) on delete cascade,
  person ${key} not null,
  -- Either lines of a file, or an entry of the conversation.
  path text,
  side ${key},
  first_line bigint,
  last_line bigint,
  content_id text,
  commit_id text,
  entry_index bigint,
  quoted text not null,
  body text not null,
  created_at bigint not null,
  sent_at bigint
);
create index review_comment_of_person on review_comment (attempt_id, person, created_at, id);

-- Which content of a file somebody has viewed.
create table review_mark (
  attempt_id ${key} not null references attempt (id) on delete cascade,
  person ${key} not null,
  path ${key} not null,
  content_id text not null,
  primary key (attempt_id, person, path)
);

-- How the files of an attempt were when somebody last looked; trees is JSON, by repository.
create table review_look (
  attempt_id ${key} not null references attempt (id) on delete cascade,
  person ${key} not null,
  trees text not null,
  looked_at bigint not null,
  primary key (attempt_id, person)
);
