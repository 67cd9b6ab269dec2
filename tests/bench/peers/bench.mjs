// One turn of ten sets by JavaScript libraries. Speaks as gavel_bench does: prepares, then measures one round for every
// line on stdin, and prints a line of JSON for every sample: microseconds per turn.
import fs from 'node:fs';
import readline from 'node:readline';
import jsonPatch from 'fast-json-patch';
import { enablePatches, produce, produceWithPatches } from 'immer';
import lodash from 'lodash';
import { leavesOf, randomLeaves, shapes, stateText } from './shapes.mjs';

const kSetsPerTurn = 10;
const kTurns = 5000; // of leaves, then the same again: those of gavel_bench
const kTurnsPerChunk = 5;
const quick = process.argv.includes('--quick');
const microsecondsPerCase = quick ? 3_000 : 25_000;

enablePatches();
const emit = (line) => fs.writeSync(1, `${JSON.stringify(line)}\n`);

let value = 1_000_000; // of the next set: never what stands there already
const write = (state, { keys }) => {
  let at = state;
  for (let i = 0; i + 1 < keys.length; i++) at = at[keys[i]];
  at[keys[keys.length - 1]] = ++value;
};
const patchOf = (paths) => paths.map(({ pointer }) => ({ op: 'replace', path: pointer, value: ++value }));
const set = (state, paths) => {
  for (const { keys } of paths) lodash.set(state, keys, ++value);
  return state;
};

// Each takes the state and ten paths, and returns the state that goes on.
const cases = {
  '_.set': set,
  '_.get + _.set': (state, paths) => {
    const before = [];
    for (const { keys } of paths) {
      before.push(lodash.get(state, keys));
      lodash.set(state, keys, ++value);
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
  '_.cloneDeep + _.set': (state, paths) => set(lodash.cloneDeep(state), paths),
  'structuredClone + _.set': (state, paths) => set(structuredClone(state), paths),
};
const cloning = new Set(['_.cloneDeep + _.set', 'structuredClone + _.set']);

function prepare([name, fans]) {
  const text = stateText(fans);
  const states = {};
  for (const key of Object.keys(cases)) {
    // Cloning a million leaves takes most of a second and tells nothing new.
    if (cloning.has(key) && leavesOf(fans) > 200_000) continue;
    // Mutating ones may share a state. immer freezes its own.
    const owner = key.startsWith('immer') || cloning.has(key) ? key : 'mutable';
    states[key] = states[owner] ?? { value: JSON.parse(text) };
    states[owner] ??= states[key];
  }
  return { name, states, leaves: randomLeaves(fans, kTurns * kSetsPerTurn) };
}

function nextTurn({ leaves }) {
  const paths = [];
  for (let i = 0; i < kSetsPerTurn; i++) {
    const keys = leaves.next().value;
    paths.push({ keys, pointer: `/${keys.join('/')}` });
  }
  return paths;
}

const microseconds = (begin) => Number(process.hrtime.bigint() - begin) / 1000;

// Microseconds of a turn in the median chunk of five, with paths made before the clock runs, as gavel_bench has it; where a turn
// takes long, of single ones. The median is kind to those that leave work to the garbage collector.
function measure(shape, key, step) {
  const state = shape.states[key];
  if (!state) return;
  const began = process.hrtime.bigint();
  const chunks = [];
  while (chunks.length < 3 || microseconds(began) < microsecondsPerCase) {
    const turns = [];
    while (turns.length < (cloning.has(key) ? 1 : kTurnsPerChunk)) turns.push(nextTurn(shape));
    const begin = process.hrtime.bigint();
    for (const paths of turns) state.value = step(state.value, paths);
    chunks.push(microseconds(begin) / turns.length);
  }
  chunks.sort((a, b) => a - b);
  emit({ case: key, shape: shape.name, value: chunks[chunks.length >> 1] });
}

const shapesReady = Object.entries(shapes).map(prepare);
emit({ end: 'prepared' });
for await (const _ of readline.createInterface({ input: process.stdin })) {
  for (const [key, step] of Object.entries(cases)) for (const shape of shapesReady) measure(shape, key, step);
  emit({ end: 'round' });
}
