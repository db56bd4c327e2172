import type { RuleSetRule } from 'webpack';

interface SharedModule {
  version: string;
  singleton: boolean;
  requiredVersion: string;
  strictVersion?: boolean;
  import: string;
}

export function writeTable(
  shared: Record<string, SharedModule>,
  fileOf: (request: string) => Promise<string>,
): Promise<string>;
export function providedModules(shared: Record<string, SharedModule>): RuleSetRule;
