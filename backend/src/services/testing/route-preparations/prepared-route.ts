import { performRun } from '#platform/bulk-runs/perform-run';
import type { BulkRunKind } from '#platform/bulk-runs/bulk-run';
import type { MainDeps } from '#main/deps';
import type { SandboxServices } from '#server/testing/sandbox-services';
import type { SignedIn } from '#main/testing';
import type { RouteIds } from '../route-fixtures/fixture-rows';

/** Who asks, in which installation, and the rows of their workspace. */
export interface Asked {
  services: SandboxServices;
  person: SignedIn;
  own: RouteIds;
}

/** What a request has to say so that the route does its work: only what the preparation knows. */
export interface Prepared {
  /** Somebody else who asks: of another plan, say. */
  person?: SignedIn;
  params?: RouteIds;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  /** The body of a route that takes no JSON. */
  text?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

/** What routes need beside the rows that every workspace of the fixtures has, so that none is refused: by method and path. */
export type Preparations = Record<string, (asked: Asked) => Promise<Prepared>>;

export const idOf = (own: RouteIds, name: string) => own[name] as never;

/** Sends a file as a person does. @returns what the product says of it */
export async function sendFile<Answer>(
  { services, person }: Pick<Asked, 'services' | 'person'>,
  path: string,
  text: string | Uint8Array<ArrayBuffer>,
): Promise<Answer> {
  const answer = await services.main.app.request(path, { method: 'POST', headers: person.headers, body: text });
  const { data, message } = (await answer.json()) as { data: Answer; message?: string };
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${message}`);
  return data;
}

/** The newest email that the product wrote to an address. */
export async function mailTo({ services }: Pick<Asked, 'services'>, address: string): Promise<string> {
  const [mail] = await services.mail.world.readMails(address);
  if (!mail) throw new Error(`The product wrote nothing to ${address}.`);
  return `${mail.subject}\n${mail.text}`;
}

/** The path of an address that was given out, without where the product is. */
export const lastPart = (url: string): string => new URL(url).pathname.split('/').at(-1) as string;

type RunTable =
  | 'account_import'
  | 'block_upload'
  | 'inbox_change'
  | 'lead_action'
  | 'lead_upload'
  | 'mailbox_change'
  | 'mailbox_import'
  | 'workspace_export'
  | 'workspace_import';

/** A long job stands like this. */
export const setRun = ({ services }: Asked, table: RunTable, id: unknown, status: string) =>
  services.main.test.query(
    `update bulk_run r set status = $2 from ${table} t where t.id = $1 and t.run_id = r.id and t.workspace_id = r.workspace_id`,
    [id, status],
  );

/** Works on a long job to its end, as a worker does. */
export async function finishRun(
  { services: { main }, person }: Pick<Asked, 'services' | 'person'>,
  table: RunTable,
  id: unknown,
  kind: BulkRunKind<MainDeps>,
): Promise<void> {
  const [run] = await main.test.query<{ run_id: number }>(
    `select run_id from ${table} where workspace_id = $1 and id = $2`,
    [person.workspaceId, id],
  );
  await performRun(main.deps, [kind], { workspaceId: person.workspaceId, runId: run!.run_id });
}
