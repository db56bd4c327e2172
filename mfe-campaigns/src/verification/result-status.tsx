import type { VerificationResult } from '@skein/contracts/main/verification-results';
import { Status, type StatusTone } from '@skein/ui/status';
import type { GlyphName } from '@skein/ui/icon';
import { resultWords } from './result-labels';

const looks: Record<VerificationResult, { glyph: GlyphName; tone: StatusTone }> = {
  VALID: { glyph: 'done', tone: 'success' },
  INVALID: { glyph: 'bad', tone: 'danger' },
  CATCH_ALL: { glyph: 'warn', tone: 'warning' },
  ROLE: { glyph: 'flat', tone: 'info' },
  DISPOSABLE: { glyph: 'warn', tone: 'warning' },
  UNKNOWN: { glyph: 'draft', tone: 'off' },
};

/** What verification says of an address; `children` is shown while there is no result. */
export function ResultStatus({ result, children }: { result: VerificationResult | null; children: string }) {
  if (!result) return <>{children}</>;
  return (
    <Status {...looks[result]} quiet>
      {resultWords[result]}
    </Status>
  );
}
