// Products that a workspace connects: Slack, HubSpot, Clay, LeadMagic.
export { hubSpotSender } from './hubspot/hubspot-sender';
export { importKeyContext } from './account-imports/open-source';
export { newestExport, startExport } from './workspace-archives/workspace-exports';
export { startImport } from './workspace-archives/workspace-imports';
