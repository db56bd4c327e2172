import { hubSpotSender } from '#integrations/integrations.api';
import { webhookDeps, startWebhookWorker } from '#notices/notices.api';
import type { Module } from './module';

/** The delivery loop of webhooks. */
export const webhooksModule: Module = {
  name: 'engine:webhooks',
  needs: ['main:deps'],
  async start({ use }) {
    return startWebhookWorker({ ...webhookDeps(use('mainDeps')), senders: { HUBSPOT: hubSpotSender } });
  },
};
