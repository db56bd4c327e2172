import { satisfies } from 'semver';
import type { ConsumedModules, ProvidedModule, ShellProvides } from './shell-facts';

/** What is missing of one module, as the object of "needs"; null when nothing is. */
function missingOf(
  name: string,
  { range, exports }: ConsumedModules[string],
  provided: ProvidedModule | undefined,
): string | null {
  if (!provided) return `${name}, which the shell does not provide`;
  if (!satisfies(provided.version, range, { includePrerelease: true }))
    return `${name} ${range}, where the shell provides ${provided.version}`;
  const offered = provided.exports;
  const missing = offered && exports?.filter((each) => !offered.includes(each));
  return missing && missing.length > 0 ? `${missing.join(', ')} of ${name}, which the shell does not provide` : null;
}

/** What a version of an area needs and a shell lacks, each as the object of "needs". */
export const missingModules = (consumes: ConsumedModules, provides: Pick<ShellProvides, 'modules'>): string[] =>
  Object.entries(consumes)
    .map(([name, terms]) => missingOf(name, terms, provides.modules[name]))
    .filter((missing) => missing !== null);
