-- The branches of attempts that were pushed, and their pull requests.
create table pull_request (
  attempt_id ${key} not null references attempt (id) on delete cascade,
  repo_id ${key} not null,
  host text not null,
  branch text not null,
  target_branch text not null,
  number bigint,
  url text,
  state ${key} not null,
  checks ${key} not null,
  pushed_commit text,
  -- Set while one is being made and nobody knows yet whether it was.
  begun_at bigint,
  looked_at bigint not null,
  primary key (attempt_id, repo_id)
);
create index pull_request_to_look_at on pull_request (looked_at, attempt_id)
  where state in ('draft', 'open') or begun_at is not null;

-- What reviewers say on the forge.
create table pull_request_comment (
  attempt_id ${key} not null,
  repo_id ${key} not null,
  comment_id ${key} not null,
  author text not null,
  path text,
  line bigint,
  body text not null,
  created_at bigint not null,
  sent_at bigint,
  primary key (attempt_id, repo_id, comment_id),
  foreign key (attempt_id, repo_id) references pull_request (attempt_id, repo_id) on delete cascade
);
