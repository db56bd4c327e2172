/** Business constants: the specification's sections 3, 4, 5 and 9, once. */

export const campaignStatuses = ['DRAFTED', 'ACTIVE', 'COMPLETED', 'STOPPED', 'PAUSED', 'ARCHIVED'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];
/** Why a campaign is paused or stopped: a person, the bounce guard, or the import of its workspace. */
export const campaignStatusReasons = ['USER', 'BOUNCE_GUARD', 'IMPORTED'] as const;
export type CampaignStatusReason = (typeof campaignStatusReasons)[number];
export const leadStatuses = ['STARTED', 'INPROGRESS', 'COMPLETED', 'STOPPED', 'PAUSED', 'BLOCKED'] as const;
export type LeadStatus = (typeof leadStatuses)[number];
/** Why an enrolment ended or waits by somebody's will (docs/engine.md). */
export const enrolmentReasons = [
  'REPLIED',
  'UNSUBSCRIBED',
  'BOUNCED',
  'SUPPRESSED',
  'CLICKED',
  'OPENED',
  'DO_NOT_CONTACT',
  'COMPANY_REPLIED',
  'PARENT_REPLIED',
  'MANUAL',
  'CATEGORY',
  'OUT_OF_OFFICE',
  'PUSHED',
  'CAMPAIGN_STOPPED',
  'FAILED',
] as const;
export type EnrolmentReason = (typeof enrolmentReasons)[number];
export const emailStatuses = ['DRAFTED', 'SKIPPED', 'STOPPED', 'SENT', 'FAILED'] as const;
export const triggerStates = ['SCHEDULED', 'PICKED', 'RUNNING', 'COMPLETED'] as const;
export const intentStates = ['RESERVED', 'SUBMITTING', 'SENT', 'FAILED', 'IN_DOUBT', 'CANCELLED', 'SKIPPED'] as const;
export type IntentState = (typeof intentStates)[number];
/** SINGLE: sent by the public API, of no campaign. */
export const intentKinds = ['CAMPAIGN', 'REPLY', 'FORWARD', 'TEST', 'SINGLE'] as const;
export type IntentKind = (typeof intentKinds)[number];
/** Emails that a mailbox without a history should send on its first day at most. */
export const quietFirstDay = 20;
/** The slow start of a new mailbox: campaign emails on its first day, and how many more on each day after it. */
export const slowStart = { start: 10, increase: 2 } as const;
export const checkpointMessages = {
  NO_SEQUENCES: 'no automatic sequences left',
  NO_FOLLOW_UPS: 'no follow-ups due',
  NO_NEW_LEADS: 'no new leads waiting',
} as const;

export const fixedCategories = [
  { id: 1, name: 'Interested', sentiment: 'positive' },
  { id: 2, name: 'Meeting Request', sentiment: 'positive' },
  { id: 3, name: 'Not Interested', sentiment: 'negative' },
  { id: 4, name: 'Do Not Contact', sentiment: 'negative' },
  { id: 5, name: 'Information Request', sentiment: 'positive' },
  { id: 6, name: 'Out Of Office', sentiment: 'neutral' },
  { id: 7, name: 'Wrong Person', sentiment: 'neutral' },
] as const;
export const systemCategories = [
  { id: 8, name: 'Uncategorizable by Ai', sentiment: 'neutral' },
  { id: 9, name: 'Sender Originated Bounce', sentiment: 'negative' },
] as const;
export const sentiments = ['positive', 'neutral', 'negative'] as const;
/** Who gave a lead its category. */
export const categoryAuthors = ['USER', 'RULE', 'AI'] as const;
export type CategoryAuthor = (typeof categoryAuthors)[number];

export const eventKinds = [
  'SENT',
  'OPEN',
  'CLICK',
  'REPLY',
  'AUTO_REPLY',
  'BOUNCE',
  'SENDER_BOUNCE',
  'UNSUBSCRIBE',
  'CATEGORY',
  'FAILED',
] as const;
export type EventKind = (typeof eventKinds)[number];

export const leadFields = [
  'first_name',
  'last_name',
  'email',
  'phone_number',
  'company_name',
  'website',
  'linkedin_profile',
  'location',
  'company_url',
] as const;
export type LeadField = (typeof leadFields)[number];
export const leadProviders = ['GMAIL', 'OUTLOOK', 'ZOHO', 'OTHER'] as const;
/** Lead ESP preference codes of docs/domain.md, Lists and limits. */
export const leadProviderCodes = { GMAIL: 1, OUTLOOK: 2, ZOHO: 3, OTHER: 0 } as const;

/** `activity`: running campaigns first, then paused ones, drafts and what is over, each by last change. */
export const campaignSorts = ['activity', 'updated_at', 'created_at', 'name', 'status', 'leads', 'sent'] as const;
/** Rows of a page where a person has chosen no number; lists that fill the screen: packages/mfe/src/lists/page-size.ts. */
export const pageSizes = {
  analytics: 5,
  team: 10,
  inbox: 50,
} as const;
const megabyte = 1024 * 1024;
/** In MB, as messages say it: one attachment, and all attachments of an email together. */
export const attachmentMegabytes = 15;
export const allAttachmentsMegabytes = 25;
/**
 * The daily limit and the gap of a new mailbox, whether it comes from the form, an import or the API. They are the defaults of the columns
 * too, which a test compares.
 */
export const newMailboxDefaults = { message_per_day: 40, min_time_to_wait_minutes: 3 } as const;
export const limits = {
  mailboxesPerCampaign: 500,
  /** Of an email or LinkedIn step, A to Z; a manual step has fewer. */
  variants: 26,
  variantsOfManualStep: 10,
  /** The least pace of a campaign. The gap of a mailbox is its own setting, `min_time_to_wait_minutes`. */
  minMinutesBetweenSendRounds: 3,
  analyticsDays: 31,
  customFields: 200,
  leadsPerRequest: 400,
  attachmentBytes: attachmentMegabytes * megabyte,
  allAttachmentsBytes: allAttachmentsMegabytes * megabyte,
} as const;
/** How long a trial lasts, in days. */
export const trialDays = 12;
/** Days by which a referral code lengthens the trial, and the verification credits for who referred, once the other has paid. */
export const referral = { trialDays: 7, credits: 1_000 } as const;
export const subscriptionGraceDays = 1;
/** Days that a workspace is kept after someone deleted it, in case they change their mind; then it is gone for good. */
export const deletionWaitDays = 14;

export const planTypes = [
  'trial',
  'base',
  'popular',
  'pro',
  'enterprise',
  'free',
  'growth',
  'expert',
  'maintenance',
] as const;
export type PlanType = (typeof planTypes)[number];

/** Default ports by connection security (section 9). */
export const smtpPorts = { SSL: 465, TLS: 587, NONE: 25 } as const;
export const imapPorts = { SSL: 993, TLS: 993, NONE: 143 } as const;
export const portTypes = ['SSL', 'TLS', 'NONE'] as const;
export type PortType = (typeof portTypes)[number];
/** Who hosts a mailbox; SMTP is any other server. */
export const mailboxTypes = ['GMAIL', 'OUTLOOK', 'ZOHO', 'SMTP'] as const;
export type MailboxType = (typeof mailboxTypes)[number];
export const mailboxAuthMethods = ['PASSWORD', 'XOAUTH2'] as const;
export type MailboxAuthMethod = (typeof mailboxAuthMethods)[number];
/** What a mailbox fails at: its login, or everything else about its servers. */
export const mailboxFailureCodes = ['CREDENTIALS', 'CONNECTION'] as const;
export type MailboxFailureCode = (typeof mailboxFailureCodes)[number];
/** Texts by which a mailbox credential failure is recognised (section 5). */
export const credentialFailureTexts = ['Authentication Failed', 'Invalid login', 'Invalid password'] as const;

export const webhookEvents = [
  'EMAIL_SENT',
  'FIRST_EMAIL_SENT',
  'EMAIL_OPEN',
  'EMAIL_LINK_CLICK',
  'EMAIL_REPLY',
  'EMAIL_BOUNCE',
  'LEAD_UNSUBSCRIBED',
  'LEAD_CATEGORY_UPDATED',
  'CAMPAIGN_STATUS_CHANGED',
  'UNTRACKED_REPLIES',
  'MANUAL_STEP_REACHED',
  'EMAIL_ACCOUNT_DISCONNECTED',
  'LINKEDIN_DISCONNECTED',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Texts of section 8, word for word. */
export const texts = {
  sessionExpiredTitle: 'Session Expired',
  sessionExpired: 'Your session has expired. Please login again.',
  apiIssue: 'The API encountered an issue. Please try again later.',
  updatedVersion: "Hey! We've just pushed up an updated version. Click Ok to load it",
} as const;
