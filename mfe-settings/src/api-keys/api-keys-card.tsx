import { useState } from 'react';
import { Button } from '@skein/ui/button';
import { Card, CardFoot, CardList } from '@skein/ui/card';
import { CodeBlock } from '@skein/ui/code-block';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { Dialog } from '@skein/ui/dialog';
import { EmptyState } from '@skein/ui/empty-state';
import { Hint } from '@skein/ui/field';
import { Icon } from '@skein/ui/icon';
import { IconButton } from '@skein/ui/icon-button';
import { Grow, Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { LoadProblem } from '@skein/ui/load-problem';
import { Loading } from '@skein/ui/skeleton';
import { Text } from '@skein/ui/text';
import { toasts } from '@skein/ui/toast-store';
import { useUi } from '@skein/ui/ui-provider';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { withSentence } from '@skein/mfe/with-sentence';
import { useApiKeys } from './api-keys.hooks';
import { CreateKeyDialog } from './create-key-dialog';
import { scopesText } from './key-scopes';

/** Keys of the API: masked; shown and replaced by whom they act as, deleted by whoever manages keys. */
export function ApiKeysCard() {
  const { keys, problem, reveal, replace, remove } = useApiKeys();
  const [replacing, setReplacing] = useState<{ id: number; name: string } | null>(null);
  const [creating, setCreating] = useState(false);
  const [shown, setShown] = useState<{ name: string; key: string } | null>(null);
  const [deleting, setDeleting] = useState<{ id: number; name: string; last_four: string } | null>(null);
  const show = async ({ id, name }: { id: number; name: string }) => {
    const key = await reveal(id);
    if (key !== null) setShown({ name, key });
  };
  return (
    <Card
      title="API keys"
      {...(keys ? { detail: keys.length.toLocaleString('en-US') } : {})}
      padded={false}
      actions={
        <Button size="small" icon="plus" onClick={() => setCreating(true)}>
          New API key
        </Button>
      }
    >
      {problem && <LoadProblem title="The keys could not be loaded." {...problem} style={{ margin: 'var(--s-3)' }} />}
      {!keys && !problem && <Loading label="Loading API keys" />}
      {keys?.length === 0 && (
        <EmptyState level={3} icon="key" title="No API key yet">
          A key lets your own programs do what you can do here.
        </EmptyState>
      )}
      <CardList>
        {keys?.map((key) => (
          <KeyRow
            key={key.id}
            apiKey={key}
            onShow={() => void show(key)}
            onReplace={() => setReplacing(key)}
            onDelete={() => setDeleting(key)}
          />
        ))}
      </CardList>
      <CardFoot style={{ flexWrap: 'wrap' }}>
        <span>
          Sent as <Text $mono>X-Api-Key: …</Text> or <Text $mono>?api_key=…</Text>
        </span>
        <span style={{ marginLeft: 'auto' }}>
          <Link href="/docs/api" target="_blank" rel="noreferrer">
            API documentation
          </Link>
        </span>
      </CardFoot>
      {creating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {shown && (
        <Dialog
          open
          onOpenChange={() => setShown(null)}
          size="medium"
          title={shown.name}
          description="Anyone with the key can do what you can do here."
          footer={
            <Button variant="primary" onClick={() => setShown(null)}>
              Done
            </Button>
          }
        >
          <Stack>
            <CodeBlock label="API key" wrap code={shown.key} />
          </Stack>
        </Dialog>
      )}
      {replacing && (
        <ConfirmDialog
          open
          onOpenChange={() => setReplacing(null)}
          title={`Replace ${replacing.name}`}
          confirmLabel="Replace key"
          description="You get a new key with the same name. The current one stops working at once, wherever it is used."
          onConfirm={async () => {
            const key = await withSentence(replace(replacing.id));
            setShown({ name: `${replacing.name} has a new key`, key });
          }}
        />
      )}
      {deleting && (
        <ConfirmDialog
          open
          onOpenChange={() => setDeleting(null)}
          title={`Delete ${deleting.name}`}
          confirmLabel="Delete key"
          typedText={deleting.last_four}
          description="It stops working at once, wherever it is used. Its last four characters tell it from the others."
          onConfirm={async () => {
            await withSentence(remove(deleting.id));
            toasts.show({ title: `${deleting.name} deleted` });
          }}
        />
      )}
    </Card>
  );
}

interface KeyRowProps {
  apiKey: NonNullable<ReturnType<typeof useApiKeys>['keys']>[number];
  onShow: () => void;
  onReplace: () => void;
  onDelete: () => void;
}

/** One key: whose it is, when it was used, and what it may do. */
function KeyRow({ apiKey: key, onShow, onReplace, onDelete }: KeyRowProps) {
  const { timeZone } = useUi();
  const now = new Date();
  return (
    <li style={{ flexWrap: 'wrap' }}>
      <Icon name="key" style={{ color: 'var(--muted)' }} />
      <Grow style={{ minWidth: 180 }}>
        <span>{key.name}</span>
        <Hint>
          {!key.is_mine && <>of {key.made_by ?? 'a former member'}, </>}
          <Text $mono>…{key.last_four}</Text>, created{' '}
          <span title={fullInstant(key.created_at, timeZone)}>{shortInstant(key.created_at, now, timeZone)}</span>,{' '}
          {key.last_used_at ? (
            <span title={fullInstant(key.last_used_at, timeZone)}>
              used {shortInstant(key.last_used_at, now, timeZone)}
            </span>
          ) : (
            'never used'
          )}
        </Hint>
        <Hint>
          {key.client_name && <>Client {key.client_name}: </>}
          <span title={key.scopes?.join(', ')}>{scopesText(key.scopes)}</span>
          {key.requests_per_minute && <>, {key.requests_per_minute} requests a minute</>}
          {key.expires_at && (
            <>
              ,{' '}
              <Text $tone={Date.parse(key.expires_at) < now.getTime() ? 'danger' : 'muted'}>
                {Date.parse(key.expires_at) < now.getTime() ? 'expired' : 'expires'}{' '}
                {shortInstant(key.expires_at, now, timeZone)}
              </Text>
            </>
          )}
        </Hint>
      </Grow>
      {key.is_mine && (
        <Button size="small" variant="ghost" icon="eye" onClick={onShow} aria-label={`Show ${key.name}`}>
          Show
        </Button>
      )}
      {key.is_mine && <IconButton icon="refresh" label={`Replace ${key.name}`} onClick={onReplace} />}
      <IconButton icon="trash" label={`Delete ${key.name}`} onClick={onDelete} />
    </li>
  );
}
