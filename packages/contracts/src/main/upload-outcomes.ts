/** Every row of an import ends in exactly one of these; their counts sum to the rows of the file. */
export const uploadOutcomes = [
  'IMPORTED_NEW', 'UPDATED_EXISTING', 'DUPLICATE_IN_FILE', 'ALREADY_IN_CAMPAIGN', 'IN_OTHER_CAMPAIGN', 'SUPPRESSED', 'UNSUBSCRIBED', 'BOUNCED', 'INVALID_ADDRESS', 'MISSING_REQUIRED', 'LIMIT_REACHED', 'MALFORMED',
] as const;
export type UploadOutcome = (typeof uploadOutcomes)[number];

/** The outcomes that made an enrolment (or, without a campaign, a lead). All others left the row out. */
export const acceptedOutcomes: readonly UploadOutcome[] = ['IMPORTED_NEW', 'UPDATED_EXISTING'];

export const outcomeTexts: Record<UploadOutcome, string> = {
  IMPORTED_NEW: 'Imported as new', UPDATED_EXISTING: 'Updated an existing lead', DUPLICATE_IN_FILE: 'Duplicate inside the file', ALREADY_IN_CAMPAIGN: 'Already in this campaign', IN_OTHER_CAMPAIGN: 'In another campaign',
  SUPPRESSED: 'Suppressed, block list', UNSUBSCRIBED: 'Unsubscribed', BOUNCED: 'Bounced before', INVALID_ADDRESS: 'Address is not valid', MISSING_REQUIRED: 'Required field missing', LIMIT_REACHED: 'Plan limit reached', MALFORMED: 'Row cannot be read',
};
