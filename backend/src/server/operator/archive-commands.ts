import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createLive } from '#platform/live/live';
import { createWorkspace, createPasswordLink } from '#identity/identity.api';
import { newestExport, startExport, startImport } from '#integrations/integrations.api';
import { required, workspaceId, type Command, type CommandContext } from './command';

const archiveDeps = ({ deps, files }: CommandContext) => ({ ...deps, files, live: createLive(deps.db) });

async function exportWorkspace(context: CommandContext): Promise<void> {
  const { say, given, options } = context;
  const usage = 'export-workspace ID [--to FILE]';
  const id = workspaceId(given[0], usage);
  const target = options['to'];
  if (target === undefined) {
    const pauses = options['pause-campaigns'] === true;
    const { id: exportId } = await startExport(archiveDeps(context), { workspaceId: id, userId: null }, pauses);
    return say(
      `Export ${exportId} is written by the running Skein. "export-workspace ${id} --to FILE" copies it when it is done.`,
    );
  }
  const newest = await newestExport(archiveDeps(context), id);
  if (newest === null) throw new Error(`Workspace ${id} has no export: npm run operator -- export-workspace ${id}`);
  if (newest.state === 'RUNNING') return say(`Export ${newest.id} is running: ${newest.done} of ${newest.total} rows.`);
  if (newest.file_key === null)
    throw new Error(`Export ${newest.id} has no archive: ${newest.error ?? 'its seven days are over'}.`);
  const file = required(target, '--to', usage);
  const { stream, size } = await context.files.get(newest.file_key);
  await pipeline(stream, createWriteStream(file, { mode: 0o600, flags: 'wx' }));
  say(`${file}: ${size} bytes, SHA-256 ${newest.sha256 ?? ''}. It holds every lead and every email of the workspace.`);
}

async function importWorkspace(context: CommandContext): Promise<void> {
  const { deps, operator, say, given, options } = context;
  const usage = 'import-workspace FILE --owner EMAIL --owner-name NAME';
  const file = required(given[0], 'The file', usage);
  const email = required(options['owner'], '--owner', usage).toLowerCase();
  const name = required(options['owner-name'], '--owner-name', usage);
  if (!(await stat(file).catch(() => null))?.isFile()) throw new Error(`${file} is not there.`);
  const made = await createWorkspace(
    deps,
    operator,
    { name: basename(file).slice(0, 100), owner_email: email, owner_name: name },
    { isMailed: false },
  );
  await startImport(
    archiveDeps(context),
    { workspaceId: made.id, userId: made.members[0]?.id ?? null, isOperator: true },
    { fileName: basename(file), content: createReadStream(file) },
  );
  say(
    `Workspace ${made.id} takes its name from the archive. The running Skein imports it: Settings, Export and import shows how far it is.`,
  );
  say(`The owner sets a password here, within seven days: ${await createPasswordLink(deps, operator, { email })}`);
}

/** Commands about a whole workspace as one archive. */
export const archiveCommands: Record<string, Command> = {
  'export-workspace': {
    usage: 'export-workspace ID [--pause-campaigns] | export-workspace ID --to FILE',
    does: 'exports a workspace as one archive, and copies the newest archive to a file',
    options: { 'pause-campaigns': { type: 'boolean' }, to: { type: 'string' } },
    run: exportWorkspace,
  },
  'import-workspace': {
    usage: 'import-workspace FILE --owner EMAIL --owner-name NAME',
    does: 'makes a workspace of an archive; campaigns arrive paused and mailboxes disconnected',
    options: { owner: { type: 'string' }, 'owner-name': { type: 'string' } },
    run: importWorkspace,
  },
};
