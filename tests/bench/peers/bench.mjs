// One turn of ten sets by JavaScript libraries. Speaks as gavel_bench does: prepares, then measures one round for every
// line on stdin, and prints a line of JSON for every sample: microseconds per turn.
import fs from 'node:fs';
import readline from 'node:readline';
import jsonPatch from 'fast-json-patch';
import { enablePatches, produce, produceWithPatches } from 'immer';
import lodash from 'lodash';
import { leavesOf, randomLeaves, shapes, stateText } from './shapes.mjs';

const kSetsPerTurn = 10;
const kTurns = 5000; // prepared per shape, the leaves of gavel_bench; a case goes on where it stopped
const quick = process.argv.includes('--quick');
const millisecondsPerCase = quick ? 3 : 25;

enablePatches();
const emit = (line) => fs.writeSync(1, `${JSON.stringify(line)}\n`);

let value = 1_000_000; // of the next set: never what stands there already
const write = (state, path) => {
  let at = state;
  for (let i = 0; i + 1 < path.length; i++) at = at[path[i]];
  at[path[path.length - 1]] = ++value;
};

// Each takes the state and ten leaves, and returns the state that goes on.
const cases = {
  '_.set': (state, paths) => {
    for (const path of paths) lodash.set(state, path, ++value);
    return state;
  },
  '_.get + _.set': (state, paths) => {
    const before = [];
    for (const path of paths) {
      before.push(lodash.get(state, path));
      lodash.set(state, path, ++value);
    }
    return before.length === paths.length ? state : null;
  },
  'fast-json-patch, mutating': (state, paths) => jsonPatch.applyPatch(state, patchOf(paths), false, true).newDocument,
  'fast-json-patch, validating': (state, paths) => jsonPatch.applyPatch(state, patchOf(paths), true, true).newDocument,
  'immer produce': (state, paths) =>
    produce(state, (draft) => {
      for (const path of paths) write(draft, path);
    }),
  'immer produceWithPatches': (state, paths) =>
    produceWithPatches(state, (draft) => {
      for (const path of paths) write(draft, path);
    })[0],
  '_.cloneDeep + _.set': (state, paths) => {
    const next = lodash.cloneDeep(state);
    for (const path of paths) lodash.set(next, path, ++value);
    return next;
  },
  'structuredClone + _.set': (state, paths) => {
    const next = structuredClone(state);
    for (const path of paths) lodash.set(next, path, ++value);
    return next;
  },
};
const cloning = new Set(['_.cloneDeep + _.set', 'structuredClone + _.set']);

const pointers = new Map();
const patchOf = (paths) => paths.map((path) => ({ op: 'replace', path: pointers.get(path), value: ++value }));

function prepare([name, fans]) {
  const leaves = randomLeaves(fans, kTurns * kSetsPerTurn);
  for (const path of leaves) pointers.set(path, `/${path.join('/')}`);
  const turns = [];
  for (let i = 0; i < leaves.length; i += kSetsPerTurn) turns.push(leaves.slice(i, i + kSetsPerTurn));
  const states = {};
  const text = stateText(fans);
  for (const key of Object.keys(cases)) {
    // Cloning a million leaves takes most of a second and tells nothing new.
    if (cloning.has(key) && leavesOf(fans) > 200_000) continue;
    // Mutating ones may share a state. immer freezes its own.
    const shared = key.startsWith('immer') || cloning.has(key) ? key : 'mutable';
    states[shared] ??= { state: JSON.parse(text), turn: 0 };
  }
  return { name, turns, states, text };
}

const microseconds = (begin) => Number(process.hrtime.bigint() - begin) / 1000;

// A turn in the median chunk of about 200 microseconds, as gavel_bench has it; a chunk is a turn at least. The median is
// kind to those that leave work to the garbage collector.
function measure(shape, key, step) {
  const own = shape.states[key] ?? (cloning.has(key) ? null : shape.states.mutable);
  if (!own) return;
  const began = process.hrtime.bigint();
  const chunks = [];
  let turnsPerChunk = 1;
  while (chunks.length < 3 || microseconds(began) < millisecondsPerCase * 1000) {
    const begin = process.hrtime.bigint();
    for (let i = 0; i < turnsPerChunk; i++) {
      own.state = step(own.state, shape.turns[own.turn]);
      own.turn = (own.turn + 1) % shape.turns.length;
    }
    const spent = microseconds(begin);
    if (spent < 100) {
      turnsPerChunk *= 2;
      chunks.length = 0;
    } else {
      chunks.push(spent / turnsPerChunk);
    }
  }
  chunks.sort((a, b) => a - b);
  emit({ case: key, shape: shape.name, value: chunks[chunks.length >> 1] });
}

function round(all) {
  for (const [key, step] of Object.entries(cases)) for (const shape of all) measure(shape, key, step);
}

const all = Object.entries(shapes).map(prepare);
emit({ end: 'prepared' });
for await (const line of readline.createInterface({ input: process.stdin })) {
  round(all);
  emit({ end: 'round' });
}
