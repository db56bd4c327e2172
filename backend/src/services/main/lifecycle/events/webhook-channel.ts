/** Channel that wakes the delivery loops. */
export const webhookChannel = 'skein_webhooks';
