-- When a pull request was first seen closed; empty again once it is open. For a while it is looked at rarely.
alter table pull_request add column closed_at bigint;
update pull_request set closed_at = looked_at where state = 'closed';
create index pull_request_closed on pull_request (closed_at) where closed_at is not null;
