import { isUnder, manifestProblem, type NavigationEntry, type RemoteManifest } from '@skein/contracts/remote-manifest';
import type { ShellProvides } from './shell-facts';

/** What the shell knows by name. */
export type KnownNames = Pick<ShellProvides, 'icons' | 'groups' | 'permissions' | 'features' | 'addresses'>;

const addressForm = /^\/app(\/[a-z0-9][a-z0-9_-]*)+$/;

/** Whose addresses one may not take: the shell's, and those of the other areas. */
interface Owner {
  title: string;
  basePaths: readonly string[];
}

function addressRefusal({ name, basePaths }: RemoteManifest, owners: readonly Owner[]): string | null {
  for (const address of basePaths) {
    if (!addressForm.test(address))
      return `${name} may not take the address ${address}: addresses of areas are /app/ and words of small letters.`;
    for (const { title, basePaths: taken } of owners)
      for (const other of taken) {
        if (address === other) return `${name} may not take the address ${address}: it belongs to ${title}.`;
        if (isUnder(address, other))
          return `${name} may not take the address ${address}: it lies inside ${other}, which belongs to ${title}.`;
        if (isUnder(other, address))
          return `${name} may not take the address ${address}: ${other}, which belongs to ${title}, lies inside it.`;
      }
  }
  return null;
}

function entryRefusal(manifest: RemoteManifest, entry: NavigationEntry, known: KnownNames): string | null {
  const { name, basePaths, permissions } = manifest;
  const where = `The entry "${entry.id}" in the navigation of ${name}`;
  const outside = [entry.to, ...(entry.match ?? [])].find((to) => !basePaths.some((base) => isUnder(to, base)));
  if (outside) return `${where} leads to ${outside}, which is outside its area.`;
  if (!known.icons.includes(entry.icon))
    return `${where} names the icon "${entry.icon}", which the shell does not have.`;
  if (!known.groups.includes(entry.group))
    return `${where} names the group "${entry.group}": the shell has ${known.groups.join(', ')}.`;
  const { permission, feature } = entry.requires ?? {};
  if (permission && !permissions.includes(permission))
    return `${where} requires the permission "${permission}", which its manifest does not list.`;
  if (feature && !known.features.includes(feature))
    return `${where} requires the feature "${feature}", which the shell does not know.`;
  return null;
}

/** What two entries of one navigation may not share, and how to say it. */
const unique: { what: string; of: (entry: NavigationEntry) => string | undefined }[] = [
  { what: 'the id', of: ({ id }) => id },
  { what: 'the place', of: ({ group, order }) => `${group} ${order}` },
  { what: 'the shortcut', of: ({ shortcut }) => shortcut },
];

function doubleRefusal({ name, nav }: RemoteManifest, others: readonly RemoteManifest[]): string | null {
  const entries = [
    ...others.flatMap((other) => other.nav.map((entry) => ({ entry, title: other.name }))),
    ...nav.map((entry) => ({ entry, title: name })),
  ];
  for (const { what, of } of unique) {
    const owners = new Map<string, string>();
    for (const { entry, title } of entries) {
      const value = of(entry);
      if (value === undefined) continue;
      const owner = owners.get(value);
      if (owner !== undefined && title === name)
        return `The entry "${entry.id}" in the navigation of ${name} uses ${what} "${value}", which ${owner === name ? 'another entry of it' : owner} uses.`;
      owners.set(value, title);
    }
  }
  return null;
}

/**
 * Why an area with such a manifest cannot stand in a shell beside the others, in a sentence; null when it can. The same rules hold the
 * manifests of the repository (packages/build/test/manifests.test.ts) and everything that is deployed.
 * @param manifest as it was read: nothing about it is sure
 * @param others manifests of the other remotes
 */
export function manifestRefusal(
  manifest: unknown,
  known: KnownNames,
  others: readonly RemoteManifest[],
): string | null {
  const problem = manifestProblem(manifest);
  if (problem) {
    const { name } = (manifest ?? {}) as { name?: unknown };
    return `The manifest of ${typeof name === 'string' ? name : 'the remote'} is malformed: ${problem}.`;
  }
  const sound = manifest as RemoteManifest;
  const unknown = sound.permissions.find((permission) => !known.permissions.includes(permission));
  const owners = [
    { title: 'the shell', basePaths: known.addresses },
    ...others.map(({ name, basePaths }) => ({ title: name, basePaths })),
  ];
  return (
    addressRefusal(sound, owners) ??
    (unknown === undefined
      ? null
      : `The manifest of ${sound.name} lists the permission "${unknown}", which the shell does not know.`) ??
    sound.nav.map((entry) => entryRefusal(sound, entry, known)).find((refusal) => refusal !== null) ??
    doubleRefusal(sound, others)
  );
}
