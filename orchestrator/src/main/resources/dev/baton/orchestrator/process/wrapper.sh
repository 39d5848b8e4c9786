# Runs one program for Baton and outlives the server that started it.
#
#   sh wrapper.sh            takes this run, keeps the program until it ends, notes how it ended
#   sh wrapper.sh program    becomes the program; called by the former
#
# Beside this script: environment.sh and command.sh (what to run), prompt or first (what it reads),
# claim (made once, by the one wrapper that runs it), wrapper and program (who runs), stdout, stderr,
# exit (the status, once it has ended). When they are deleted, the program is ended.
set -u
cd "${0%/*}" || exit 1

# A reader sees the whole text or no file.
record() {
  printf '%s\n' "$2" >"$1.new" && mv -f "$1.new" "$1"
}

# Pid, start time in clock ticks and boot id; without /proc hundredths of seconds since 1970 and no id.
identify() {
  if [ -r /proc/$$/stat ]; then
    read -r stat </proc/$$/stat
    read -r boot </proc/sys/kernel/random/boot_id
    set -- ${stat##*) }
    identity="$$ ${20} $boot"
  else
    identity="$$ $(date +%s)00 -"
  fi
}

if [ "${1-}" = program ]; then
  identify
  record program "$identity"
  . ./environment.sh
  rm -f environment.sh
  # Sets the directory and the arguments.
  . ./command.sh
  cd "$directory" || exit 126
  unset OLDPWD
  exec "$@"
fi

# Only one wrapper ever gets past this line, however many were started.
mkdir claim || exit 0
identify
record wrapper "$identity"

# Whoever carries the marker of this run, except one. One grep for all: there may be thousands.
members() {
  grep -lsz "^BATON_PROCESS_ID=$BATON_PROCESS_ID\$" /proc/[0-9]*/environ | while IFS=/ read -r _ _ pid _; do
    [ "$pid" = "$1" ] || echo "$pid"
  done
}

# Ends the program when this directory is deleted: nobody could answer it, nor see what it does.
watch() {
  pause=
  trap 'kill $pause 2>/dev/null; exit 0' TERM
  while [ -f wrapper ]; do
    sleep 15 &
    pause=$!
    wait "$pause"
  done
  trap : TERM
  self=$(exec sh -c 'echo "$PPID"')
  for signal in INT TERM KILL; do
    for target in $(members "$self") "-$$"; do
      kill -s "$signal" -- "$target"
    done
    sleep 3
  done
}

# Before the handlers below: until it has its own, a signal has to end it.
watch 2>/dev/null &
watch=$!

# A handler and not '': what is ignored here would be ignored by the program too.
trap : HUP INT QUIT TERM

input=/dev/null
holder=
if [ -f prompt ]; then
  input=prompt
elif [ -f first ]; then
  input=input
  mkfifo input release
  # Keeps the pipe open while servers come and go, until it is told to let go.
  { cat first; read -r line <&4; } >input 4<>release &
  holder=$!
fi

# In the foreground: a shell makes what runs in the background deaf to interrupts.
sh "$0" program <"$input" >>stdout 2>>stderr
status=$?

kill "$watch" 2>/dev/null
wait "$watch" 2>/dev/null
if [ -n "$holder" ]; then
  kill "$holder" 2>/dev/null
fi
# A full disk must not lose how it ended: as long as the directory is there, it is tried again until there is room.
until record exit "$status" 2>/dev/null; do
  [ -d claim ] || exit 1
  sleep 1
done
