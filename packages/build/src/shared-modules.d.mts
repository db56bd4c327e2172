/** Versions of the packages that a page has once, by name. */
export const sharedVersions: Record<string, string>;

export function sharedModules(of: {
  provider: boolean;
}): Record<string, { version: string; requiredVersion: string; import: string | false }>;
