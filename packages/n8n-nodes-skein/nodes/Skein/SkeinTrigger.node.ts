import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type {
  IDataObject,
  IHookFunctions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
  NodeConnectionType,
} from 'n8n-workflow';
import type { AutomationCatalog } from '../../catalog';
import catalogJson from '../../catalog.json';
import { callSkein } from './call-skein';

const { events, hooks } = catalogJson as AutomationCatalog;
/** Seconds by which a delivery may be old (Standard Webhooks). */
const tolerance = 300;

/** Starts a workflow on events of Skein: subscribes when the workflow is activated, unsubscribes when it is not any more. */
export class SkeinTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Skein Trigger',
    name: 'skeinTrigger',
    icon: 'file:skein.svg',
    group: ['trigger'],
    version: 1,
    description: 'Starts the workflow when something happens in Skein',
    defaults: { name: 'Skein Trigger' },
    inputs: [],
    outputs: ['main'] as unknown as NodeConnectionType[],
    credentials: [{ name: 'skeinApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        options: events.map(({ name, label }) => ({ name: label, value: name })),
        default: ['EMAIL_REPLY'],
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const kept = this.getWorkflowStaticData('node');
        const { webhooks } = (await callSkein(this, 'GET', hooks.list)) as { webhooks: IDataObject[] };
        const url = this.getNodeWebhookUrl('default');
        return webhooks.some((hook) => hook['id'] === kept['webhookId'] && hook['webhook_url'] === url);
      },
      async create(this: IHookFunctions): Promise<boolean> {
        const kept = this.getWorkflowStaticData('node');
        const secret = `whsec_${randomBytes(24).toString('base64')}`;
        const { id } = await callSkein(this, 'POST', hooks.subscribe, {
          body: {
            name: `n8n: ${this.getWorkflow().name ?? 'workflow'}`.slice(0, 120),
            webhook_url: this.getNodeWebhookUrl('default'),
            event_types: this.getNodeParameter('events'),
            secret_key: secret,
          },
        });
        kept['webhookId'] = id;
        kept['secret'] = secret;
        return true;
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        const kept = this.getWorkflowStaticData('node');
        if (kept['webhookId'] !== undefined)
          await callSkein(this, 'DELETE', hooks.unsubscribe.replace(/:\w+/, String(kept['webhookId'])));
        delete kept['webhookId'];
        delete kept['secret'];
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const kept = this.getWorkflowStaticData('node');
    const request = this.getRequestObject() as unknown as { rawBody?: Buffer };
    const body = request.rawBody ?? Buffer.from(JSON.stringify(this.getBodyData()));
    if (!isSigned(String(kept['secret'] ?? ''), this.getHeaderData() as Record<string, string>, body)) {
      this.getResponseObject().status(401).json({ message: 'The signature is wrong.' });
      return { noWebhookResponse: true };
    }
    return { workflowData: [this.helpers.returnJsonArray(this.getBodyData())] };
  }
}

/** Whether a delivery is from Skein (https://www.standardwebhooks.com). */
function isSigned(secret: string, headers: Record<string, string | undefined>, body: Buffer): boolean {
  const time = Number(headers['webhook-timestamp']);
  if (!secret.startsWith('whsec_') || !(Math.abs(Date.now() / 1000 - time) < tolerance)) return false;
  const wanted = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${headers['webhook-id']}.${time}.`)
    .update(body)
    .digest();
  return (headers['webhook-signature'] ?? '').split(' ').some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ''), 'base64');
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}
