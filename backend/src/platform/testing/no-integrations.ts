import { OutwardError } from '../http/ask-server';
import type { IntegrationAccess } from '../integrations/integration-access';

/** For tests and measurements in which no vendor is asked. */
export const noIntegrations: IntegrationAccess = {
  ask: () => Promise.reject(new OutwardError('unreached', 'No vendor is asked here.')),
  isSandbox: false,
  slack: null,
  hubspot: null,
  authorizePages: { slack: 'https://slack.test/authorize', hubspot: 'https://hubspot.test/authorize' },
  appPages: { slack: 'https://slack.test/', hubspot: 'https://hubspot.test/' },
  sandboxKeys: null,
  sandboxImportKeys: null,
};
