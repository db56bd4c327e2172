import type { FeeKind } from '@skein/contracts/subscription/offers';
import { Hint } from '@skein/ui/field';
import { feeSentence, useFee } from './use-fee';

/** What adding one costs, before it is added; nothing where it costs nothing. */
export function FeeLine({ kind }: { kind: FeeKind }) {
  const { fee } = useFee(kind);
  return fee && <Hint>{feeSentence(fee)}</Hint>;
}

/** What one that is there costs. */
export function CostLine({ kind }: { kind: FeeKind }) {
  const { fee } = useFee(kind);
  return fee?.text && fee.isCharged ? <Hint>Cost: {fee.text}</Hint> : null;
}
