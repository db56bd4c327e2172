export {
  findLinkOwner,
  keepLink,
  passwordLinks,
  redeemLink,
  removeOldLinks,
  setPasswordByLink,
  type LinkKind,
} from './links.store';
export { findCredentials, findReader, findReaderName, readPerson } from './people.store';
export {
  deleteSignUpInvitation,
  findSignUpInvitations,
  findSignUpLink,
  keepSignUpInvitation,
  keepSignUpLink,
  removeOldSignUpInvitations,
} from './sign-up-invitations.store';
