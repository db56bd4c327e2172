import { webhookDeps } from '../services/main/features/webhooks/manage-webhooks';
import { startWebhookWorker } from '../services/main/features/webhooks/webhook-worker';
import type { Module } from './module';

/** The delivery loop of webhooks. */
export const webhooksModule: Module = {
  name: 'engine:webhooks',
  needs: ['main:deps'],
  async start({ use }) {
    return startWebhookWorker(webhookDeps(use('mainDeps')));
  },
};
