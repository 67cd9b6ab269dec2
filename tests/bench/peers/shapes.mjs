// The documents and leaves of ../shapes.cpp, byte for byte.

export const shapes = {
  '1e2': [3, 3, 3, 4],
  '1e3': [5, 6, 6, 6],
  '1e4': [10, 10, 10, 10],
  '1e5': [18, 18, 18, 18],
  '1e6': [32, 32, 32, 32],
  wide: [1, 1, 1, 10_000],
};

const prefixes = ['area_', 'person_', 'trait_', 'field_'];
const leaf = (number) => (number % 4 === 3 ? `"mood ${number % 100}"` : String(number % 1000));

export const leavesOf = (fans) => fans.reduce((product, fan) => product * fan);

export function stateText(fans) {
  let number = 0;
  const level = (depth) => {
    const members = [];
    for (let i = 0; i < fans[depth]; i++) {
      members.push(`"${prefixes[depth]}${i}":${depth + 1 === fans.length ? leaf(number++) : level(depth + 1)}`);
    }
    return `{${members.join(',')}}`;
  };
  return level(0);
}

// Arrays of keys, in the order of RandomLeaves; after `restartAfter` leaves from the beginning again.
export function* randomLeaves(fans, restartAfter) {
  const keys = fans.map((fan, depth) => Array.from({ length: fan }, (_, i) => prefixes[depth] + i));
  const count = BigInt(leavesOf(fans));
  for (;;) {
    let random = 12345;
    for (let n = 0; n < restartAfter; n++) {
      random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
      let at = Number((BigInt(random) * count) >> 32n);
      const path = new Array(fans.length);
      for (let depth = fans.length; depth-- > 0; at = Math.floor(at / fans[depth])) path[depth] = keys[depth][at % fans[depth]];
      yield path;
    }
  }
}
