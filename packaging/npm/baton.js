#!/usr/bin/env node
// Starts the Baton of this machine's platform, which is in a package of its own.
'use strict';

const { spawn } = require('node:child_process');
const { existsSync } = require('node:fs');
const path = require('node:path');
const own = require('./package.json');

function fail(sentence) {
  console.error(`baton: ${sentence}`);
  process.exit(1);
}

function isMusl() {
  return process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
}

function quoted(word) {
  return /^[\w@/.:+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

// What brings a missing package to where this one looks for it.
function installation(name) {
  const place = path.dirname(path.dirname(__dirname));
  const isGlobal = path.basename(place) === 'lib' && !existsSync(path.join(place, 'package.json'));
  const where = isGlobal ? `--global --prefix ${quoted(path.dirname(place))}` : `--prefix ${quoted(place)}`;
  return `npm install ${where} ${name}@${own.version}`;
}

function findProgram() {
  const name = `${own.name}-${process.platform}-${process.arch}${isMusl() ? '-musl' : ''}`;
  const known = Object.keys(own.optionalDependencies);
  if (!known.includes(name)) {
    const platforms = known.map((one) => one.slice(own.name.length + 1)).join(', ');
    fail(
      `there is no package ${name}: npm has Baton for ${platforms}; elsewhere its archive runs with a JDK 25 or newer.`,
    );
  }
  try {
    return path.join(path.dirname(require.resolve(`${name}/package.json`)), 'bin', 'baton');
  } catch {
    return fail(`the package ${name} is missing, which npm leaves out with --omit=optional; run: ${installation(name)}`);
  }
}

const child = spawn(findProgram(), process.argv.slice(2), { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) {
  process.on(signal, () => child.kill(signal));
}
child.on('error', (error) => fail(`${error.path} could not be started: ${error.message}`));
child.on('exit', (code, signal) => {
  if (signal) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  } else {
    process.exit(code);
  }
});
