// Reading the texts of gavel_bench --dialects by JavaScript: the three expressions that the document of the JSON
// instructions gives, and the parsers that MVU's engine hands the body of a JSON patch to. Speaks as gavel_bench does.
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import JSON5 from 'json5';
import { jsonrepair } from 'jsonrepair';

const folder = process.argv[2];
const quick = process.argv.includes('--quick');
const microsecondsPerCase = quick ? 20_000 : 200_000;
const text = (name) => fs.readFileSync(path.join(folder, `${name}.txt`), 'utf8');
const emit = (line) => fs.writeSync(1, `${JSON.stringify(line)}\n`);

// A fence, a single object with an "op" in it, an array with such an object in it.
const blocks = [/```json\n([\s\S]*?)\n```/g, /\{[^}]*"op"[^}]*\}/g, /\[[^\]]*\{[^}]*"op"[^}]*\}[^\]]*\]/g];

function extract(from) {
  const found = [];
  for (const block of blocks) for (const match of from.matchAll(block)) found.push(match[1] ?? match[0]);
  return found;
}

// What cannot be parsed is passed over: the three expressions find parts of each other's blocks.
function extractAndParse(from) {
  let instructions = 0;
  for (const block of extract(from)) {
    try {
      const parsed = JSON.parse(block);
      instructions += Array.isArray(parsed) ? parsed.length : 1;
    } catch {
      // half of a block
    }
  }
  return instructions;
}

const bodies = (from) => [...from.matchAll(/<JSONPatch>([\s\S]*?)<\/JSONPatch>/g)].map((match) => match[1]);
const each = (parse) => (all) => all.reduce((sum, body) => sum + parse(body).length, 0);

const ops = { '1 MiB': text('ops-large'), message: text('ops-message') };
const patches = { '1 MiB': text('patch-large'), message: text('patch-message') };
const cases = [];
for (const size of ['1 MiB', 'message']) {
  cases.push(['expressions of 003', size, ops[size], extract, ops[size]]);
  cases.push(['expressions of 003, JSON.parse', size, ops[size], extractAndParse, ops[size]]);
  const bodiesOf = bodies(patches[size]);
  cases.push(['json5, patch bodies', size, bodiesOf, each(JSON5.parse), bodiesOf.join('')]);
  cases.push(['jsonrepair + JSON.parse, patch bodies', size, bodiesOf, each((body) => JSON.parse(jsonrepair(body))), bodiesOf.join('')]);
}

const microseconds = (begin) => Number(process.hrtime.bigint() - begin) / 1000;
let kept = 0;

// The median run: MB/s of what was given for a megabyte, microseconds for a message.
function measure([name, size, input, run, measured]) {
  const began = process.hrtime.bigint();
  const runs = [];
  while (runs.length < 3 || microseconds(began) < microsecondsPerCase) {
    const begin = process.hrtime.bigint();
    const result = run(input);
    runs.push(microseconds(begin));
    kept += typeof result === 'number' ? result : result.length;
  }
  runs.sort((a, b) => a - b);
  const median = runs[runs.length >> 1];
  emit({ case: name, shape: size, value: size === 'message' ? median : Buffer.byteLength(measured) / median });
}

emit({ end: 'prepared' });
for await (const _ of readline.createInterface({ input: process.stdin })) {
  for (const one of cases) measure(one);
  emit({ end: 'round' });
}
if (kept === 0) process.exitCode = 1;
