/** A command line that cannot be understood, in one sentence. */
class TargetError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TargetError';
  }
}

/**
 * Reads `--target=NAME` (or `--target NAME`); `all` when it is not given.
 * @throws TargetError naming the targets there are
 */
export function parseTarget(parameters: string[], known: string[]): string {
  let target: string | undefined;
  for (let index = 0; index < parameters.length; index++) {
    const parameter = parameters[index] as string;
    if (parameter === '--target') target = parameters[++index] ?? '';
    else if (parameter.startsWith('--target=')) target = parameter.slice('--target='.length);
    else throw new TargetError(`There is no option ${parameter}: use --target=${known.join('|')}.`);
  }
  if (target === undefined) return 'all';
  if (!known.includes(target))
    throw new TargetError(`There is no target "${target}": use --target=${known.join('|')}.`);
  return target;
}
