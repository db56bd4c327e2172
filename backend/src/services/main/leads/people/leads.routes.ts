import { leadsContract } from '@skein/contracts/main/leads.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { describeErasure, eraseLead } from './erase-lead';
import { listLeads } from './list-leads';
import { addNote, deleteLead, getLead, leadTimeline, listNotes, unsubscribeLead, updateLead } from './lead';
import { removeNote } from './remove-note';
import { mergeLeads } from './merge-leads';
import { tagLead } from './tag-leads';

export const leadsRoutes = (deps: MainDeps) =>
  routes(leadsContract)(deps, {
    listLeads: (d, { actor, query }) => listLeads(d, actor, query),
    getLead: (d, { actor, params }) => getLead(d, actor, params.leadId),
    updateLead: (d, { actor, params, body }) => updateLead(d, actor, params.leadId, body),
    deleteLead: (d, { actor, params }) => deleteLead(d, actor, params.leadId),
    unsubscribeLead: (d, { actor, params }) => unsubscribeLead(d, actor, params.leadId),
    tagLead: (d, { actor, params, body }) => tagLead(d, actor, params.leadId, body),
    mergeLead: (d, { actor, params, body }) => mergeLeads(d, actor, params.leadId, body.other_lead_id),
    eraseEffects: (d, { actor, params }) => describeErasure(d, actor, params.leadId),
    eraseLead: (d, { actor, params }) => eraseLead(d, actor, params.leadId),
    leadTimeline: (d, { actor, params, query }) => leadTimeline(d, actor, params.leadId, query),
    listNotes: (d, { actor, params }) => listNotes(d, actor, params.leadId),
    removeNote: (d, { actor, params }) => removeNote(d, actor, params.leadId, params.noteId),
    addNote: (d, { actor, params, body }) => addNote(d, actor, params.leadId, body),
  });
