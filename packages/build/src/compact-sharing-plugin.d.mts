import type { Compiler } from 'webpack';

export function compactProvided(code: string): string;
export function compactConsumed(code: string, providing?: string): string;
export class CompactSharingPlugin {
  apply(compiler: Compiler): void;
}
