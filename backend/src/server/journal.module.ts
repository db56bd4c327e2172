import { derivePurposeKey } from '#platform/crypto/master-key';
import { openJournal } from '#platform/journal/journal';
import type { Module } from './module';

/** What a restored database has to know is written down before it can be lost. After the fence: a copy must not claim the journal. */
export const journalModule: Module = {
  name: 'journal',
  needs: ['database', 'secrets', 'sending-fence'],
  async start({ environment, log, provide, use }) {
    const folder = environment.journalFolder;
    const journal = await openJournal({
      folder,
      database: use('database'),
      key: derivePurposeKey(use('masterKey'), 'journal'),
      log: log.child({ module: 'journal' }),
    }).catch((error: Error) => {
      throw new Error(
        `The journal cannot be kept in ${folder} (${error.message}): set JOURNAL_FOLDER to a folder you own.`,
        {
          cause: error,
        },
      );
    });
    provide('journal', journal);
    return { stop: () => journal.stop() };
  },
};
