interface LockedPackage {
  version?: string;
  integrity?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
}

export function lockedPackages(folders: readonly string[], lock?: { packages: Record<string, LockedPackage> }): string;
