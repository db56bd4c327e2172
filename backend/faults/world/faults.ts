import {
  clone,
  commitLost,
  databaseConnectionsLost,
  diskFull,
  postgresKilled,
  serializationFailures,
} from './database-faults';
import type { Fault } from './fault';
import { clockJump, importDuringSending, poisonLead, poisonTemplate, stopSomething } from './people-faults';
import { authenticationExpires, everyReply, greylisting, senderStates, serverTrouble } from './server-faults';
import { cutAtByte, freezeAtByte, killAtByte, rollingRestart, twoWorkers } from './worker-faults';

/** Every fault by its name; the weight says how often a campaign picks it. `needsCluster`: only on a PostgreSQL that nobody else uses. */
export const faults: Record<string, { weight: number; needsCluster?: true; fault: Fault }> = {
  'kill-at-byte': { weight: 12, fault: killAtByte },
  'cut-at-byte': { weight: 6, fault: cutAtByte },
  'freeze-at-byte': { weight: 3, fault: freezeAtByte },
  'rolling-restart': { weight: 1, fault: rollingRestart },
  'two-workers': { weight: 2, fault: twoWorkers },
  'server-trouble': { weight: 6, fault: serverTrouble },
  'every-reply': { weight: 1, fault: everyReply },
  greylisting: { weight: 1, fault: greylisting },
  'authentication-expires': { weight: 1, fault: authenticationExpires },
  'sender-states': { weight: 2, fault: senderStates },
  stop: { weight: 5, fault: stopSomething },
  'database-connections': { weight: 3, fault: databaseConnectionsLost },
  'commit-lost': { weight: 3, fault: commitLost },
  'serialization-failures': { weight: 2, fault: serializationFailures },
  'disk-full': { weight: 2, fault: diskFull },
  'postgres-killed': { weight: 1, needsCluster: true, fault: postgresKilled },
  clone: { weight: 1, fault: clone },
  'clock-jump': { weight: 1, fault: clockJump },
  import: { weight: 1, fault: importDuringSending },
  'poison-lead': { weight: 1, fault: poisonLead },
  'poison-template': { weight: 1, fault: poisonTemplate },
};
