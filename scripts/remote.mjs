// Which version of which remote people get. Everything happens below a folder, dist/web unless `--to FOLDER` names another one.
// `npm run remote:deploy -- mfe-inbox`                        builds it and makes it the one to load; `--canary 10` for 10 % of the workspaces
// `npm run remote:rollback -- mfe-inbox`                      the version before, or `--version V`
// `npm run remote:pin -- mfe-inbox --workspace 12 --version V`  one workspace keeps a version; without --version the current one; `--off` ends it
// `npm run remote:canary -- mfe-inbox --percent 25 --version V`  changes the share; `--off` ends it
// `npm run remote:list`                                       what is deployed
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { readRecord } from '../packages/build/src/build-record.mjs';
import { loadDeployTools } from '../packages/build/src/deploy-tools.mjs';
import { deployRemote, webFolder } from '../packages/build/src/remotes-registry.mjs';
import { readManifest, remoteFolder, repositoryRoot } from '../packages/build/src/repository.mjs';

class Refusal extends Error {}

const text = { type: 'string' };
const options = {
  to: text,
  from: text,
  version: text,
  workspace: text,
  percent: text,
  canary: text,
  off: { type: 'boolean' },
};

function readCommand() {
  try {
    const { values, positionals } = parseArgs({ args: process.argv.slice(2), options, allowPositionals: true });
    const [command, given] = positionals;
    return { command, given, ...values, root: values.to ? resolve(process.env.INIT_CWD ?? '.', values.to) : webFolder };
  } catch (error) {
    throw new Refusal(error.message);
  }
}

function whole(value, what) {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new Refusal(`Give ${what} as a whole number.`);
  return number;
}

/** Builds the remote unless it is built, and answers where the files of that version are. */
function buildRemote(folder, manifest) {
  const result = spawnSync(
    process.execPath,
    [join(repositoryRoot, 'scripts/build.mjs'), manifest.name, '--no-deploy'],
    { cwd: repositoryRoot, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  if (result.status !== 0) throw new Refusal(`${folder} could not be built; nothing was deployed.`);
  const version = readRecord()[manifest.name]?.version;
  return { version, from: join(repositoryRoot, folder, 'dist', version) };
}

/** A version that stands in another folder of published files (`--from FOLDER --version V`), for example where a test run left it. */
function takeRemote(from, manifest, version) {
  const folder = join(resolve(process.env.INIT_CWD ?? '.', from), 'remotes', manifest.name, version ?? '');
  if (!version || !existsSync(join(folder, 'remoteEntry.js')))
    throw new Refusal(`There is no ${manifest.name} ${version ?? '(name it with --version)'} below ${from}.`);
  return { version, from: folder };
}

async function main() {
  const { command, given, root, off, ...values } = readCommand();
  const tools = await loadDeployTools();
  if (command === 'list') return list(await tools.readDeployments(root), tools);
  if (!given) throw new Refusal(`Name the remote, for example: npm run remote:${command} -- mfe-inbox`);
  const folder = remoteFolder(given);
  const manifest = readManifest(folder);
  const { name } = manifest;
  const occasion = { at: new Date(), by: userInfo().username };
  const change = (work) => tools.changeDeployments(root, work);

  if (command === 'deploy') {
    const percent = values.canary === undefined ? undefined : whole(values.canary, 'the share of --canary');
    const built = values.from ? takeRemote(values.from, manifest, values.version) : buildRemote(folder, manifest);
    await deployRemote(tools, { root, manifest, ...built, percent, ...occasion });
    return console.log(
      percent === undefined
        ? `${name} ${built.version} is deployed.`
        : `${name} ${built.version} is deployed for ${percent} % of the workspaces.`,
    );
  }
  if (command === 'rollback') {
    const state = await change((before) => tools.rollBack(before, name, values.version ?? null, occasion));
    return console.log(`${name} is back at ${state.remotes[name].current}.`);
  }
  if (command === 'pin') {
    const workspace = whole(values.workspace, 'the id of --workspace');
    const state = await change((before) =>
      tools.pinWorkspace(
        before,
        name,
        workspace,
        off ? null : (values.version ?? before.remotes[name]?.current ?? null),
        occasion,
      ),
    );
    const pin = state.remotes[name].pins[workspace];
    return console.log(
      pin
        ? `Workspace ${workspace} keeps ${name} ${pin}.`
        : `Workspace ${workspace} gets of ${name} what everybody gets.`,
    );
  }
  if (command === 'canary') {
    const canary = off ? null : { version: values.version, percent: whole(values.percent, 'the share of --percent') };
    await change((before) =>
      tools.startCanary(
        before,
        name,
        canary && { ...canary, version: canary.version ?? before.remotes[name]?.canary?.version },
        occasion,
      ),
    );
    return console.log(
      canary ? `${canary.percent} % of the workspaces get the canary of ${name}.` : `The canary of ${name} has ended.`,
    );
  }
  throw new Refusal(`There is no command "${command}": deploy, rollback, pin, canary or list.`);
}

function list(state, tools) {
  if (!state) throw new Refusal('Nothing is deployed here yet. Run: npm run build');
  for (const [name, remote] of Object.entries(state.remotes)) {
    console.log(
      `${name.padEnd(16)} ${remote.current}${remote.canary ? `   canary ${remote.canary.version} for ${remote.canary.percent} %` : ''}`,
    );
    for (const [workspace, version] of Object.entries(remote.pins))
      console.log(`${''.padEnd(16)} workspace ${workspace} keeps ${version}`);
    const previous = tools.previousVersion(state, name);
    if (previous) console.log(`${''.padEnd(16)} before it: ${previous}`);
  }
}

try {
  await main();
} catch (error) {
  console.error(
    error instanceof Refusal || error.name === 'SkeinError' || /There is no remote/.test(error.message)
      ? error.message
      : error,
  );
  process.exitCode = 1;
}
