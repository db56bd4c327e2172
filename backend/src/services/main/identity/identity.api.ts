// Who works here: accounts, sessions, second factor, API keys, team, clients, whitelabel, and the product's own mails to them.
export { createApiKey, keyContext } from './api-keys/create-api-key';
export { deleteApiKey } from './api-keys/delete-api-key';
export { rotateApiKey } from './api-keys/rotate-api-key';
export { clientsInSight, saveClient } from './clients/save-client';
export { getStartedProgress } from './get-started/read-get-started';
export { readMe } from './accounts/read-me';
export { addPerson, changePerson, removePerson } from './operator/operator-members';
export {
  createPasswordLink,
  endSessions,
  findPeopleByText,
  listSessions,
  resetSecondFactor,
  sendPasswordLink,
  setOperator,
} from './operator/operator-people';
export { inviteToSignUp, listSignUpInvitations, withdrawSignUpInvitation } from './operator/sign-up-invitations';
export {
  changePlan,
  createWorkspace,
  deleteWorkspace,
  disableWorkspace,
  enableWorkspace,
  listActions,
  listWorkspaces,
  readInstallation,
  readWorkspace,
} from './operator/operator-workspaces';
export { noteAction as noteOperatorAction } from './operator/operator-log';
export type { Operator, OperatorDeps } from './operator/operator.types';
export { findAddressee } from './system-mail/addressee';
export { createCodeMail } from './system-mail/code-mail';
export { createReportPorts } from './system-mail/report-mail';
export { createSeedCodeMail } from './system-mail/seed-code-mail';
export { sendSystemMail } from './system-mail/send-system-mail';
export type { SystemMail } from './system-mail/system-mails';
export { twoFactorContext } from './two-factor/two-factor-secrets';
export {
  addressOfHost,
  findBrandImage,
  findHostBrand,
  findMailBrand,
  lookOfEmail,
  lookOfWorkspace,
  workspaceOfHost,
} from './whitelabel/find-brand';
