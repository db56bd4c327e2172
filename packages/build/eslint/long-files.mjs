/** Files that are longer than the limit and still have to be split by meaning. The list only ever gets shorter. */
export const longFiles = [
  'backend/src/services/main/campaigns/setup/campaigns.test.ts',
  'backend/src/services/main/inbox/conversations/inbox.test.ts',
  'backend/src/services/main/leads/uploads/uploads.test.ts',
  'backend/src/services/main/public-api/v1/end-to-end.test.ts',
  'backend/src/services/main/public-api/v1/leads.test.ts',
  'backend/src/services/main/sending/delivery/rules.test.ts',
];
