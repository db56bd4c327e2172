import type { Compiler } from 'webpack';

export function compactConsumed(code: string): string;
export class CompactSharingPlugin {
  apply(compiler: Compiler): void;
}
