import { lookOfEmail, lookOfWorkspace } from '#identity/identity.api';
import { learnAlias, recordInbound, recordUnsubscribe, recordVisits } from '#lifecycle/lifecycle.api';

/** What visits and replies lead to, for the services that receive them: handed in where they are started. */
export const visitRecorder = { recordVisits, recordUnsubscribe, lookOf: lookOfEmail, lookOfWorkspace };
export const replyRecorder = { recordInbound, learnAlias };

export { createCodeMail } from '#identity/identity.api';
export { createReportPorts, noteOperatorAction } from '#identity/identity.api';
export { leadBack } from '#mailboxes/sign-in/lead-back';
