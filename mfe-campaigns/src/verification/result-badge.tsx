import type { VerificationResult } from '@skein/contracts/main/verification-results';
import { Badge } from '@skein/ui/badge';
import { resultTones, resultWords } from './result-labels';

/** What verification says of an address. */
export function ResultBadge({ result, none }: { result: VerificationResult | null; none: string }) {
  return result ? <Badge tone={resultTones[result]}>{resultWords[result]}</Badge> : <>{none}</>;
}
