import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { findOffer, offers, priceOf, type Offer } from '@skein/contracts/smart-senders/offers';
import { usePage } from '@skein/mfe/page';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { Field } from '@skein/ui/field';
import { Grid, Stack } from '@skein/ui/layout';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { RadioGroup } from '@skein/ui/radio-group';
import { Select } from '@skein/ui/select';
import { Text } from '@skein/ui/text';
import { TextInput } from '@skein/ui/text-input';
import { DomainsCard } from './domains-card';
import { MailboxesCard } from './mailboxes-card';
import {
  newDraft,
  problemOf,
  useDraft,
  usePrice,
  type Draft,
  usePlaceOrder,
  usePurchaseClients,
} from './purchase.hooks';
import { base, dollars, offerName, Simulated } from './purchase-labels';

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 328px;
  gap: var(--s-4);
  align-items: start;
  max-width: 1180px;
  @media (max-width: 960px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const Line = styled.div`
  display: flex;
  justify-content: space-between;
  gap: var(--s-3);
  & > span:last-child {
    font-variant-numeric: tabular-nums;
  }
`;

/** A range in words: `1 to 5`, `up to 5`. */
const fromTo = ([least, most]: readonly [number, number]) => (least === 0 ? `up to ${most}` : `${least} to ${most}`);

/** Buying domains and mailboxes: offer, domains, names, forwarding and registrant on one page, with what is due beside them. */
export function PurchasePage() {
  usePage([
    { label: 'Email accounts', to: '/app/email-accounts' },
    { label: 'Purchased', to: `/app${base}/emails` },
    { label: 'Buy mailboxes' },
  ]);
  const { draft, change, offers: found, nameMailboxes, isGenerating, forget } = useDraft();
  const closed = found.data?.rows.find((row) => row.id === draft.offer_id)?.unavailable ?? null;
  const chooseOffer = (id: number) => {
    const next = { ...draft, offer_id: id };
    change({ offer_id: id });
    name(
      next,
      draft.domains.map((domain) => domain.name),
    );
  };
  const name = (next: Draft, names: readonly string[]) =>
    void nameMailboxes(next, names).catch((problem: unknown) => showProblem('The mailboxes were not named', problem));
  return (
    <>
      <PageHeader
        title="Buy mailboxes"
        status={<Simulated isSandbox={found.data?.is_sandbox ?? false} />}
        detail="You are charged only at checkout."
        actions={<Button onClick={() => change(newDraft())}>Start again</Button>}
      />
      <PageBody $well tabIndex={0} role="region" aria-label="Buy mailboxes">
        <Columns>
          <Stack $gap={4}>
            {closed && (
              <Callout tone="warning" title="This offer cannot be bought here yet">
                {closed}
              </Callout>
            )}
            <OfferCard draft={draft} onChoose={chooseOffer} />
            <DomainsCard draft={draft} change={change} onAdded={(next, names) => name(next, names)} />
            <MailboxesCard draft={draft} change={change} isBusy={isGenerating} onName={name} />
            <ForwardingCard draft={draft} change={change} />
            <RegistrantCard draft={draft} change={change} />
          </Stack>
          <OrderCard draft={draft} closed={closed} onPlaced={forget} />
        </Columns>
      </PageBody>
    </>
  );
}

function OfferCard({ draft, onChoose }: { draft: Draft; onChoose: (id: number) => void }) {
  const { mailboxes } = usePrice(draft);
  return (
    <Card title="1. Offer" detail="six offers from five vendors">
      <RadioGroup
        aria-label="Offer"
        value={String(draft.offer_id)}
        onValueChange={(id) => onChoose(Number(id))}
        options={offers.map((offer) => ({
          value: String(offer.id),
          label: offerName(offer),
          hint: `Domains ${dollars(offer.domain_cents)} a year each · ${fromTo(offer.mailboxes)} mailboxes on each of ${fromTo(offer.domains)} domains${draft.domains.length > 0 ? ` · this order ${dollars(priceOf(offer, draft.domains.length, mailboxes).total_cents)}` : ''} · ${offer.name}`,
        }))}
      />
    </Card>
  );
}

interface PartProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
}

function ForwardingCard({ draft, change }: PartProps) {
  const clients = usePurchaseClients();
  return (
    <Card title="4. Forwarding" detail="where visitors of the new domains land">
      <Grid $min={220}>
        <Field label="Forwarding domain" hint="Permanent redirect, with and without www.">
          <TextInput
            value={draft.forwarding_domain}
            maxLength={253}
            placeholder="company.com"
            onChange={(event) => change({ forwarding_domain: event.target.value })}
          />
        </Field>
        {clients.length > 0 && (
          <Field label="Client" hint="The mailboxes are listed under this client.">
            <Select
              value={String(draft.client_id ?? 0)}
              onValueChange={(id) => change({ client_id: Number(id) || null })}
              options={[
                { value: '0', label: 'No client' },
                ...clients.map((client) => ({ value: String(client.id), label: client.name })),
              ]}
            />
          </Field>
        )}
      </Grid>
    </Card>
  );
}

const registrantFields = [
  ['first_name', 'First name', 'given-name'],
  ['last_name', 'Last name', 'family-name'],
  ['company', 'Company (optional)', 'organization'],
  ['email', 'Email', 'email'],
  ['phone', 'Phone', 'tel'],
  ['address', 'Address', 'address-line1'],
  ['address_2', 'Address, second line (optional)', 'address-line2'],
  ['city', 'City', 'address-level2'],
  ['state', 'State', 'address-level1'],
  ['postal_code', 'Postal code', 'postal-code'],
  ['country', 'Country code', 'country'],
] as const;
const hints: Partial<Record<(typeof registrantFields)[number][0], string>> = {
  email: 'The registry sends a confirmation here.',
  phone: 'With the country code: +1 3155550142',
  country: 'Two letters, such as US.',
};

function RegistrantCard({ draft, change }: PartProps) {
  return (
    <Card title="5. Registrant" detail="owner of the domains at the registry">
      <Stack $gap={3}>
        <Grid $min={220}>
          {registrantFields.map(([field, label, autoComplete]) => (
            <Field key={field} label={label} {...(hints[field] ? { hint: hints[field] } : {})}>
              <TextInput
                value={draft.registrant[field]}
                maxLength={120}
                autoComplete={autoComplete}
                onChange={(event) => change({ registrant: { ...draft.registrant, [field]: event.target.value } })}
              />
            </Field>
          ))}
        </Grid>
        <Text $tone="muted">Hidden from public WHOIS. The registry and the vendor keep it.</Text>
      </Stack>
    </Card>
  );
}

function OrderCard({ draft, closed, onPlaced }: { draft: Draft; closed: string | null; onPlaced: () => void }) {
  const navigate = useNavigate();
  const { place, isPlacing } = usePlaceOrder();
  const [isLeaving, setLeaving] = useState(false);
  const offer = findOffer(draft.offer_id) as Offer;
  const price = usePrice(draft);
  const problem = closed ?? problemOf(draft);
  const order = async () => {
    try {
      const placed = await place(draft);
      onPlaced();
      setLeaving(true);
      if (placed.pay_url) window.location.assign(placed.pay_url);
      else void navigate(`${base}/${placed.id}/view`);
    } catch (error) {
      showProblem('The order was not placed', error);
    }
  };
  return (
    <Card title="Your order" detail={offerName(offer)} style={{ position: 'sticky', top: 0 }}>
      <Stack $gap={3}>
        <Line>
          <span>{counted(draft.domains.length, 'domain')}, one year</span>
          <span>{dollars(price.domain_cents)}</span>
        </Line>
        <Line>
          <span>
            {price.mailboxes} {price.mailboxes === 1 ? 'mailbox' : 'mailboxes'}, first month
          </span>
          <span>{dollars(price.mailbox_cents)}</span>
        </Line>
        <Line>
          <span>DNS, forwarding, warmup</span>
          <span>{dollars(0)}</span>
        </Line>
        <Line style={{ fontWeight: 'var(--w-bold)', borderTop: '1px solid var(--border)', paddingTop: 8 }}>
          <span>Due today</span>
          <span>{dollars(price.total_cents)}</span>
        </Line>
        <Text $tone="muted">
          Then {dollars(price.mailbox_cents)} every month for the mailboxes, and {dollars(price.domain_cents)} every
          year for the domains, billed separately.
        </Text>
        <Button
          variant="primary"
          icon="lock"
          loading={isPlacing || isLeaving}
          onClick={() => void order()}
          {...(problem ? { disabledReason: problem } : {})}
        >
          Pay {dollars(price.total_cents)}
        </Button>
        {problem && <Text role="status">{problem}</Text>}
        <Text $tone="muted">
          Registered domains are not refundable. Mailboxes can be cancelled any day, to the end of the month. What a
          vendor cannot deliver can be refunded from the order.
        </Text>
      </Stack>
    </Card>
  );
}
