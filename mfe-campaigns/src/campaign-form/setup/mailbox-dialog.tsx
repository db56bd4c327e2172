import { useRef, type RefObject } from 'react';
import { styled } from 'styled-components';
import { limits } from '@skein/contracts/constants';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Checkbox } from '@skein/ui/checkbox';
import { Dialog } from '@skein/ui/dialog';
import { EmptyState } from '@skein/ui/empty-state';
import { Hint } from '@skein/ui/field';
import { Row, Stack } from '@skein/ui/layout';
import { LinkButton } from '@skein/ui/link';
import { Loading } from '@skein/ui/skeleton';
import { Status } from '@skein/ui/status';
import { SearchInput } from '@skein/ui/text-input';
import { WindowedList } from '@skein/ui/windowed-list';
import { counted } from '@skein/ui/counted';
import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import { useMailboxChoice } from './mailbox-choice.hooks';

const List = styled.ul`
  max-height: 46vh;
  overflow: auto;
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  & > li {
    display: flex;
    align-items: center;
    gap: var(--s-3);
    min-height: 44px;
    padding: 4px var(--s-3);
  }
  & > li + li {
    border-top: 1px solid var(--border);
  }
  & > li > label {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

const states = {
  connected: ['success', 'done', 'Connected'],
  failing: ['danger', 'bad', 'Failing'],
  suspended: ['warning', 'paused', 'Suspended'],
  unchecked: ['off', 'new', 'Not checked'],
} as const;

interface MailboxChoicesProps {
  scroller: RefObject<HTMLUListElement | null>;
  rested: string;
  rows: readonly MailboxView[];
  picked: ReadonlySet<number>;
  change: (ids: readonly number[], on: boolean) => void;
}

/** The mailboxes of the search, drawn as far as they are in sight. */
function MailboxChoices({ scroller, rested, rows, picked, change }: MailboxChoicesProps) {
  return (
    <List ref={scroller} tabIndex={0} aria-label="Mailboxes">
      <WindowedList key={rested} count={rows.length} height={64} scroller={scroller}>
        {(index, attributes) => {
          const row = rows[index];
          if (!row) return null;
          const [tone, glyph, word] = states[row.state];
          return (
            <li key={row.id} {...attributes}>
              <Checkbox
                checked={picked.has(row.id)}
                onCheckedChange={(on) => change([row.id], on)}
                label={row.from_email}
                hint={`${row.from_name}, ${row.sent_today} of ${row.cap_today} sent today${row.campaign_count > 0 ? `, in ${counted(row.campaign_count, 'campaign')}` : ''}`}
              />
              <Status quiet tone={tone} glyph={glyph}>
                {word}
              </Status>
            </li>
          );
        }}
      </WindowedList>
    </List>
  );
}

/** Nothing was found, or nothing is connected yet. */
function NoMailbox({ rested, back }: { rested: string; back: string }) {
  return rested ? (
    <EmptyState level={3} title="No mailbox of this name" />
  ) : (
    <EmptyState
      level={3}
      icon="mail"
      title="No mailbox is connected"
      actions={
        <Button variant="primary" href={`/app/email-accounts/creation-page/gmail?back=${encodeURIComponent(back)}`}>
          Connect a mailbox
        </Button>
      }
    >
      A campaign sends from your own mailboxes, over SMTP and IMAP.
    </EmptyState>
  );
}

/** Chooses which mailboxes send; what was chosen stays chosen while another search is looked at. */
export function MailboxDialog({
  chosen,
  back,
  onClose,
  onSave,
}: {
  chosen: readonly { id: number }[];
  /** Where a person comes back to from connecting a mailbox. */ back: string;
  onClose: () => void;
  onSave: (ids: number[]) => Promise<void>;
}) {
  const {
    search,
    setSearch,
    rested,
    picked,
    busy,
    problem,
    data,
    error,
    refetch,
    rows,
    change,
    tooMany,
    save,
    allShown,
  } = useMailboxChoice({ chosen, onSave, onClose });
  const scroller = useRef<HTMLUListElement>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      size="medium"
      title="Choose mailboxes"
      footer={
        <>
          <Hint style={{ marginRight: 'auto', alignSelf: 'center' }} role="status">
            {picked.size} chosen
          </Hint>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            variant="primary"
            loading={busy}
            onClick={() => void save()}
            {...(tooMany
              ? { disabledReason: `A campaign has at most ${limits.mailboxesPerCampaign} mailboxes` }
              : picked.size === 0
                ? { disabledReason: 'Choose a mailbox first' }
                : {})}
          >
            Use {counted(picked.size, 'mailbox', 'mailboxes')}
          </Button>
        </>
      }
    >
      <Stack $gap={3}>
        <Row>
          <div style={{ flex: 1, minWidth: 0 }}>
            <SearchInput
              aria-label="Search mailboxes"
              placeholder="Search by address or name"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              onClear={() => setSearch('')}
            />
          </div>
          {rows.length > 0 && (
            <LinkButton
              style={{ flex: 'none' }}
              onClick={() =>
                change(
                  rows.map((row) => row.id),
                  !allShown,
                )
              }
            >
              {allShown ? 'Choose none' : `Choose all ${rows.length}`}
            </LinkButton>
          )}
        </Row>
        {error && (
          <Callout
            tone="danger"
            role="alert"
            actions={
              <Button size="small" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            {error.message}
          </Callout>
        )}
        {!data && !error && <Loading label="Loading the mailboxes" />}
        {data && rows.length === 0 && <NoMailbox rested={rested} back={back} />}
        {rows.length > 0 && (
          <MailboxChoices scroller={scroller} rested={rested} rows={rows} picked={picked} change={change} />
        )}
        {data && data.total > rows.length && rows.length > 0 && (
          <Hint>{(data.total - rows.length).toLocaleString('en-US')} more. Search to find them.</Hint>
        )}
        {problem && (
          <Callout tone="danger" role="alert">
            {problem}
          </Callout>
        )}
      </Stack>
    </Dialog>
  );
}
