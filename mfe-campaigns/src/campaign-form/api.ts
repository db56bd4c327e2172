import { aiWritingContract } from '@skein/contracts/main/ai-writing.contract';
import { attachmentsContract } from '@skein/contracts/main/attachments.contract';
import { campaignEditsContract } from '@skein/contracts/main/campaign-edits.contract';
import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignMailboxesContract } from '@skein/contracts/main/campaign-mailboxes.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { linkedInContract } from '@skein/contracts/main/linkedin.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { reviewContract } from '@skein/contracts/main/review.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { signedUploadsContract } from '@skein/contracts/main/signed-uploads.contract';
import { stepTemplatesContract } from '@skein/contracts/main/step-templates.contract';
import { uploadsContract } from '@skein/contracts/main/uploads.contract';
import { warmupContract } from '@skein/contracts/warmup/warmup.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const campaigns = endpointsFrom(campaignsContract);
const attachments = endpointsFrom(attachmentsContract);
const signedUploads = endpointsFrom(signedUploadsContract);
const sequences = endpointsFrom(sequencesContract);
const stepTemplates = endpointsFrom(stepTemplatesContract);
const campaignMailboxes = endpointsFrom(campaignMailboxesContract);
const campaignLeads = endpointsFrom(campaignLeadsContract);
const mailboxes = endpointsFrom(mailboxesContract);
const warmup = endpointsFrom(warmupContract);
const uploads = endpointsFrom(uploadsContract);
const review = endpointsFrom(reviewContract);
const categories = endpointsFrom(categoriesContract);
const edits = endpointsFrom(campaignEditsContract);
const linkedIn = endpointsFrom(linkedInContract);
const aiWriting = endpointsFrom(aiWritingContract);

/**
 * What the five tabs of the form ask and change. Names begin with `form` where another page of this area asks the same, because
 * names are unique in the one cache. Autosaves do not invalidate `campaign`: their answer is put into the cache instead, so that
 * a list that is not shown is not read with each letter.
 */
export const campaignFormApi = api.injectEndpoints({
  endpoints: (build) => ({
    formCampaign: campaigns.query(build, 'getCampaign', { provides: ['campaign'] }),
    formCreateCampaign: campaigns.mutation(build, 'createCampaign', { invalidates: ['campaign', 'counts', 'folder'] }),
    formUpdateCampaign: campaigns.mutation(build, 'updateCampaign', { invalidates: ['forecast'] }),
    formSaveSchedule: campaigns.mutation(build, 'saveSchedule', { invalidates: ['forecast', 'campaign'] }),
    formSetStatus: campaigns.mutation(build, 'setStatus', {
      invalidates: ['campaign', 'counts', 'folder', 'get-started'],
    }),
    formSequence: sequences.query(build, 'getSequence', { provides: ['sequence'] }),
    formSaveSequence: sequences.mutation(build, 'saveSequence', { invalidates: ['forecast', 'campaign'] }),
    formVersions: edits.query(build, 'listCampaignVersions', { provides: ['sequence', 'campaign'], keepFor: 0 }),
    formRestoreVersion: edits.mutation(build, 'restoreCampaignVersion', {
      invalidates: ['sequence', 'campaign', 'forecast', 'lead'],
    }),
    formEditEffect: edits.query(build, 'editEffect', { keepFor: 0 }),
    formLinkedIn: linkedIn.query(build, 'listLinkedInAccounts', { keepFor: 60 }),
    formPreview: sequences.query(build, 'previewStep', { provides: ['sequence', 'lead', 'mailbox'], keepFor: 30 }),
    formSpamCheck: sequences.query(build, 'checkSpam', { keepFor: 60 }),
    formSendTest: sequences.mutation(build, 'sendTest'),
    formSignAttachment: attachments.mutation(build, 'signStepAttachment'),
    formOpenAttachment: attachments.mutation(build, 'openStepAttachment'),
    formSignImage: signedUploads.query(build, 'sequenceImage', { keepFor: 0 }),
    formTemplates: stepTemplates.query(build, 'listStepTemplates', { provides: ['template'] }),
    formSaveTemplate: stepTemplates.mutation(build, 'saveStepTemplate', { invalidates: ['template'] }),
    formChangeTemplate: stepTemplates.mutation(build, 'changeStepTemplate', { invalidates: ['template'] }),
    formDeleteTemplate: stepTemplates.mutation(build, 'deleteStepTemplate', { invalidates: ['template'] }),
    formTestMail: sequences.query(build, 'getTestMail', { keepFor: 0 }),
    formLeads: campaignLeads.query(build, 'listCampaignLeads', { provides: ['lead'] }),
    formAddLeads: campaignLeads.mutation(build, 'addLeads', {
      invalidates: ['lead', 'campaign', 'forecast', 'counts', 'sequence'],
    }),
    formCampaignMailboxes: campaignMailboxes.query(build, 'listCampaignMailboxes', { provides: ['mailbox'] }),
    formSetMailboxes: campaignMailboxes.mutation(build, 'setCampaignMailboxes', {
      invalidates: ['mailbox', 'campaign', 'forecast'],
    }),
    formMailboxChoices: mailboxes.query(build, 'list', { provides: ['mailbox'] }),
    formUpdateMailbox: mailboxes.mutation(build, 'update', { invalidates: ['mailbox', 'forecast'] }),
    formSwitchWarmup: warmup.mutation(build, 'switchWarmup', { invalidates: ['warmup', 'mailbox', 'get-started'] }),
    formUploads: uploads.query(build, 'listUploads', { provides: ['import'] }),
    formUpload: uploads.query(build, 'getUpload', { provides: ['import'] }),
    formDetectUpload: uploads.mutation(build, 'detectUpload', { invalidates: ['import'] }),
    formStartUpload: uploads.mutation(build, 'startUpload', { invalidates: ['import'] }),
    formCancelUpload: uploads.mutation(build, 'cancelUpload', { invalidates: ['import'] }),
    formUploadRows: uploads.query(build, 'listUploadRows', { provides: ['import'] }),
    formUndoEffects: uploads.query(build, 'undoEffects', { keepFor: 0 }),
    formUndoUpload: uploads.mutation(build, 'undoUpload', {
      invalidates: ['import', 'lead', 'campaign', 'forecast', 'counts'],
    }),
    formReview: review.query(build, 'reviewCampaign', {
      provides: ['forecast', 'campaign', 'sequence', 'mailbox'],
      keepFor: 0,
    }),
    formForecast: review.query(build, 'forecastCampaign', { provides: ['forecast'], keepFor: 120 }),
    formAiKey: aiWriting.query(build, 'readAiKey', { provides: ['integration'] }),
    formAiModels: aiWriting.query(build, 'listAiModels', { provides: ['integration'] }),
    formSandboxWriter: aiWriting.mutation(build, 'useSandboxWriter', { invalidates: ['integration'] }),
    formWriteText: aiWriting.mutation(build, 'writeText'),
    formCategories: categories.query(build, 'listCategories', { provides: ['category'] }),
  }),
});

export const {
  useFormCampaignQuery,
  useFormCreateCampaignMutation,
  useFormUpdateCampaignMutation,
  useFormSaveScheduleMutation,
  useFormSetStatusMutation,
  useFormSequenceQuery,
  useFormSaveSequenceMutation,
  useFormVersionsQuery,
  useFormRestoreVersionMutation,
  useFormEditEffectQuery,
  useFormLinkedInQuery,
  useFormPreviewQuery,
  useFormSpamCheckQuery,
  useFormSendTestMutation,
  useFormTestMailQuery,
  useFormTemplatesQuery,
  useFormSaveTemplateMutation,
  useFormChangeTemplateMutation,
  useFormDeleteTemplateMutation,
  useFormSignAttachmentMutation,
  useFormOpenAttachmentMutation,
  useLazyFormSignImageQuery,
  useFormLeadsQuery,
  useFormAddLeadsMutation,
  useFormCampaignMailboxesQuery,
  useLazyFormCampaignMailboxesQuery,
  useFormSetMailboxesMutation,
  useFormUpdateMailboxMutation,
  useFormSwitchWarmupMutation,
  useFormMailboxChoicesQuery,
  useFormUploadsQuery,
  useFormUploadQuery,
  useFormDetectUploadMutation,
  useFormStartUploadMutation,
  useFormCancelUploadMutation,
  useFormUploadRowsQuery,
  useFormUndoEffectsQuery,
  useFormUndoUploadMutation,
  useFormReviewQuery,
  useFormForecastQuery,
  useFormCategoriesQuery,
  useFormAiKeyQuery,
  useFormAiModelsQuery,
  useFormSandboxWriterMutation,
  useFormWriteTextMutation,
} = campaignFormApi;
