/** `npm run operator -- COMMAND`: what an operator does beside the running product. Prints one sentence and ends. */
import { EnvironmentError, readPlatformEnvironment } from '#platform/env/env';
import { backupUsage, runBackup, runRestore } from './operator/backup-commands';
import { confirmUsage, runConfirm, runStatus } from './operator/confirm-command';
import { isOperatorCommand, operatorUsage, runOperatorCommand } from './operator/run-command';
import { rotateUsage, runRotation } from './operator/rotate-key-command';

const say = (text: string) => void process.stdout.write(`${text}\n`);
const complain = (text: string | undefined) => void process.stderr.write(`${text ?? ''}\n`);

const usage = `${confirmUsage}
${rotateUsage}
${backupUsage}`;

async function main(): Promise<void> {
  const [command, ...given] = process.argv.slice(2);
  if (command === 'backup' || command === 'restore')
    return (command === 'backup' ? runBackup : runRestore)(readPlatformEnvironment(), given, say);
  if (isOperatorCommand(command))
    return runOperatorCommand(command, given, { environment: readPlatformEnvironment(), say });
  if (command === 'rotate-key') return runRotation(readPlatformEnvironment(), given, say);
  if (command === 'status') return runStatus(readPlatformEnvironment(), say);
  if (command === 'confirm-instance') {
    if (!(await runConfirm(readPlatformEnvironment(), given, say))) process.exitCode = 1;
    return;
  }
  say(usage);
  say(operatorUsage);
  process.exitCode = command === undefined ? 0 : 1;
}

main().catch((error: Error) => {
  complain(error instanceof EnvironmentError ? error.problems.join('\n') : error.message);
  process.exitCode = 1;
});
