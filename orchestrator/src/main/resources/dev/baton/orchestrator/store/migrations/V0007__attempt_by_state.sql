-- How many attempts are in each state is read from the index alone, however many there are.
create index attempt_by_state on attempt (state);
