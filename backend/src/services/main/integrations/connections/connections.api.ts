export { defaultHubSpotSettings, hubSpotEvents } from './hubspot-rules';
export { openHubSpot, type HubSpotSession } from './hubspot-token';
export { subscribe, writeSettings } from './integrations.store';
export * as leadMagic from './leadmagic-client';
export { requireConnection, told } from './manage-integrations';
export { findRun, insertRun, writeRun } from './sync-log.store';
