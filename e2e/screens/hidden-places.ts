import type { Page } from '@playwright/test';
import { uploadsContract } from '@skein/contracts/main/uploads.contract';
import { verificationContract } from '@skein/contracts/main/verification.contract';
import { callProduct } from '../support/call-product';
import { furnish } from '../support/furnish';
import { pressInHead } from '../support/press-in-head';
import { button, choose, fromBar, press, select, selected } from './place-hands';

/** What no address alone shows: a dialog, a drawer, a bar, a page that belongs to one thing that passes. */
export interface HiddenPlace {
  /** Of the picture. */
  name: string;
  address: string;
  /** Leads there from the page that is loaded; none where the address leads there by itself. */
  open?: (page: Page) => Promise<void>;
}

/** A step with one variant gets a second one first. */
const compare = async (page: Page) => {
  if ((await button(page, 'Compare variants').count()) === 0) await choose('Add a variant', /^Copy of/)(page);
  await press('Compare variants')(page);
};

/** Dialogs and hidden places of campaigns and leads. What the workspace has nothing for is left out. */
export async function hiddenPlaces(): Promise<HiddenPlace[]> {
  const verification = callProduct(verificationContract);
  const [{ campaign, draft, lead, list }, order] = await Promise.all([furnish(), verification.orderCredits({ body: { credits: 6_000, billing: 'MONTHLY' } })]);
  const { rows } = await callProduct(uploadsContract).listUploads({ query: { campaign_id: draft } });
  const upload = rows.find((row) => row.can_undo);
  const [campaigns, form, leadList, one] = ['/app/email-campaign/all', `/app/email-campaign/new-campaign?id=${draft}`, `/app/email-campaign/${campaign}/overview/lead-list`, `/app/lead/${lead}/view`] as const;
  return [
    { name: 'campaigns-bulk-bar', address: campaigns, open: select },
    { name: 'campaigns-tags', address: campaigns, open: selected(press('Tag')) },
    { name: 'campaigns-move', address: campaigns, open: selected(press('Move')) },
    { name: 'campaigns-row-menu', address: campaigns, open: async (page) => { await button(page, /^Actions for /).first().click(); } },
    { name: 'campaigns-duplicate', address: campaigns, open: choose(/^Actions for /, /^Duplicate/) },
    { name: 'campaigns-delete', address: campaigns, open: choose(/^Actions for Yard managers/, /^Delete/) },
    { name: 'campaigns-save-view', address: `${campaigns}?q=a`, open: choose('Views', /^Save this view/) },
    { name: 'folder-name', address: '/app/email-campaign/folders', open: press('New folder') },
    { name: 'form-undo-upload', address: `${form}&tab=import-leads${upload ? `&upload=${upload.id}` : ''}`, ...(upload ? { open: press(/^Undo/) } : {}) },
    ...(upload ? [{ name: 'upload-confirm-delete', address: `/app/email-campaigns/${draft}/confirm-delete-csv/${upload.delete_identifier}` }] : []),
    { name: 'form-new-import', address: `${form}&tab=import-leads&upload=new` },
    { name: 'form-compare-variants', address: `${form}&tab=sequences`, open: compare },
    { name: 'form-versions', address: `${form}&tab=sequences`, open: choose('Sequence actions', /^Versions/) },
    { name: 'form-choose-mailboxes', address: `${form}&tab=setup`, open: press('Choose mailboxes') },
    { name: 'lead-list-bulk-bar', address: leadList, open: select },
    { name: 'lead-list-category', address: leadList, open: selected(press('Category')) },
    { name: 'lead-list-mailbox', address: leadList, open: selected(press('Mailbox')) },
    { name: 'lead-list-push', address: leadList, open: selected(fromBar('Move to subsequence')) },
    { name: 'lead-list-take-out', address: leadList, open: selected(fromBar('Remove')) },
    { name: 'lead-list-messages', address: leadList, open: choose(/^Actions for /, 'Messages') },
    { name: 'lead-list-why', address: leadList, open: choose(/^Actions for /, /^Why/) },
    { name: 'leads-push', address: '/app/leads/all', open: selected(press('Push to campaign')) },
    { name: 'leads-add-to-list', address: '/app/leads/all', open: selected(press('Add to list')) },
    { name: 'leads-verify', address: '/app/leads/all', open: selected(press('Verify emails')) },
    { name: 'leads-delete', address: '/app/leads/all', open: selected(choose('More', /^Delete/)) },
    { name: 'leads-list-push', address: `/app/leads/lists/${list}`, open: selected(press('Push to campaign')) },
    { name: 'lead-merge', address: one, open: choose(/^More actions for /, /^Merge/) },
    { name: 'lead-erase', address: one, open: choose(/^More actions for /, /^Erase/) },
    { name: 'lead-tags', address: one, open: choose(/^More actions for /, 'Tags') },
    { name: 'lead-task', address: one, open: press('Add task') },
    { name: 'verification-provider', address: '/app/leads/verification', open: async (page) => { await pressInHead(/verif/i)(page); await page.getByRole('radio', { name: /ZeroBounce/ }).click(); } },
    { name: 'verification-buy', address: '/app/leads/verification?buy=1' },
    { name: 'verification-credits', address: '/app/leads/verification?view=credits' },
    { name: 'verification-checkout', address: `/app/leads/verification/checkout/${order.id}` },
    { name: 'verification-checkout-returned', address: `/app/leads/verification/checkout/${order.id}?returned=paid` },
  ];
}
