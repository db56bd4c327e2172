/** Names of columns, so that no two are the same: the second "Company" of a file is "Company (2)". */
export function numberNames(names: readonly string[]): string[] {
  const taken = new Set(names.map(keyOf));
  const seen = new Set<string>();
  return names.map((name) => {
    if (!seen.has(keyOf(name))) {
      seen.add(keyOf(name));
      return name;
    }
    let count = 2;
    while (taken.has(keyOf(`${name} (${count})`))) count += 1;
    const numbered = `${name} (${count})`;
    taken.add(keyOf(numbered));
    return numbered;
  });
}

/** The name that a column has in its file. */
export const withoutNumber = (name: string): string => name.replace(/ \(\d{1,4}\)$/, '');

const keyOf = (name: string): string => name.trim().toLowerCase();
