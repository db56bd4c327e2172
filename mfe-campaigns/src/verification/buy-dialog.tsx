import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { creditPacks } from '@skein/contracts/main/verification.contract';
import { Field } from '@skein/ui/field';
import { RadioGroup } from '@skein/ui/radio-group';
import { Segmented } from '@skein/ui/segmented';
import { FormDialog } from '../form-dialog';
import { dollars } from './result-labels';
import { useOrderCredits } from './verification.hooks';

/** The eight packs; the checkout follows. */
export function BuyDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const orderCredits = useOrderCredits();
  const [billing, setBilling] = useState<'ONE_TIME' | 'MONTHLY'>('ONE_TIME');
  const [chosen, setChosen] = useState<string>(String(creditPacks[0].credits));
  const options = creditPacks.map((pack) => ({
    value: String(pack.credits),
    label: `${pack.credits.toLocaleString('en-US')} credits, ${dollars(billing === 'MONTHLY' ? pack.monthly_cents : pack.one_time_cents)}${billing === 'MONTHLY' ? ' a month' : ''}`,
  }));
  return (
    <FormDialog
      title="Buy credits"
      submitLabel="Continue to checkout"
      onClose={onClose}
      onSubmit={async () => {
        const order = await orderCredits(Number(chosen), billing);
        if (order.checkout_url) window.location.assign(order.checkout_url);
        else void navigate(`/leads/verification/checkout/${order.id}`);
      }}
    >
      <Segmented
        label="How often"
        value={billing}
        onValueChange={setBilling}
        items={[
          { id: 'ONE_TIME', label: 'Once' },
          { id: 'MONTHLY', label: 'Each month' },
        ]}
      />
      <Field label="Pack" hint="One credit verifies one address. Credits do not expire.">
        <RadioGroup value={chosen} onValueChange={setChosen} options={options} />
      </Field>
    </FormDialog>
  );
}
