'use strict';
// The Zapier app of Skein, made from catalog.json: a trigger for each event (REST hooks), an action for each call that changes something,
// a search for each that lists. `zapier push` publishes it.
const { version: platformVersion } = require('zapier-platform-core');
const { version } = require('./package.json');
const catalog = require('./catalog.json');

const baseOf = (bundle) => bundle.authData.baseUrl.replace(/\/$/, '');
const title = (name) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .replace(/^./, (l) => l.toUpperCase());
const keyOf = (name) => name.toLowerCase().replace(/[^a-z0-9]+/g, '_');

const types = { text: 'string', choice: 'string', list: 'string', number: 'number', boolean: 'boolean', json: 'text' };
const inputField = (field) => ({
  key: field.name,
  label: title(field.name),
  type: types[field.type],
  required: field.isRequired,
  ...(field.type === 'list' ? { list: true } : {}),
  ...(field.choices ? { choices: field.choices } : {}),
  ...(field.type === 'json' ? { helpText: 'As JSON.' } : {}),
});

function requestOf(action, bundle) {
  const params = {};
  const body = {};
  let path = action.path;
  for (const field of action.fields) {
    let value = bundle.inputData[field.name];
    if (value === undefined || value === '') continue;
    if (field.type === 'json' && typeof value === 'string') value = JSON.parse(value);
    if (field.in === 'path') path = path.replace(`:${field.name}`, encodeURIComponent(String(value)));
    else (field.in === 'query' ? params : body)[field.name] = value;
  }
  return {
    url: `${baseOf(bundle)}${path}`,
    method: action.method,
    params,
    ...(action.method === 'GET' ? {} : { body: action.entryOf ? { [action.entryOf]: [body] } : body }),
  };
}

const operationOf = (action) => ({
  inputFields: action.fields.map(inputField),
  perform: async (z, bundle) => {
    const { data } = (await z.request(requestOf(action, bundle))).data;
    return action.rowsAt ? data[action.rowsAt] : data;
  },
  sample: { id: 1 },
});

const triggerOf = ({ name, label }) => ({
  key: keyOf(name),
  noun: label,
  display: { label, description: `Triggers on the event "${label}".` },
  operation: {
    type: 'hook',
    performSubscribe: async (z, bundle) => {
      const body = { name: `Zapier: ${label}`, webhook_url: bundle.targetUrl, event_types: [name] };
      return (await z.request({ url: `${baseOf(bundle)}${catalog.hooks.subscribe}`, method: 'POST', body })).data.data;
    },
    performUnsubscribe: async (z, bundle) => {
      const path = catalog.hooks.unsubscribe.replace(/:\w+/, String(bundle.subscribeData.id));
      return (await z.request({ url: `${baseOf(bundle)}${path}`, method: 'DELETE' })).data.data;
    },
    // An event has no id of its own; the email and what happened to it do.
    perform: (_z, bundle) => [withId(bundle.cleanedRequest)],
    performList: async (z, bundle) => {
      const path = catalog.hooks.sample.replace(/:\w+/, name);
      return [withId((await z.request({ url: `${baseOf(bundle)}${path}` })).data.data.payload)];
    },
    sample: { event_type: name, campaign_id: 1, campaign_name: 'Sample campaign', to_email: 'lead@example.com' },
  },
});

const withId = (event) => ({ id: [event.event_type, event.stats_id, event.event_timestamp].join(':'), ...event });
const entries = (list) => Object.fromEntries(list.map((each) => [each.key, each]));
const display = (action) => ({ label: action.label, description: `${action.description.replace(/\.$/, '')}.` });

module.exports = {
  version,
  platformVersion,
  authentication: {
    type: 'custom',
    fields: [
      {
        key: 'baseUrl',
        label: 'Address',
        required: true,
        helpText: 'Where you log in to Skein: https://app.example.com',
      },
      { key: 'apiKey', label: 'API key', required: true, type: 'password', helpText: 'Settings, Security, API keys.' },
    ],
    test: async (z, bundle) => (await z.request({ url: `${baseOf(bundle)}/api/campaigns`, params: { limit: 1 } })).data,
    connectionLabel: '{{bundle.authData.baseUrl}}',
  },
  beforeRequest: [
    (request, _z, bundle) => {
      if (bundle.authData.apiKey) request.headers['X-API-Key'] = bundle.authData.apiKey;
      return request;
    },
  ],
  triggers: entries(catalog.events.map(triggerOf)),
  creates: entries(
    catalog.actions
      .filter((action) => action.method !== 'GET')
      .map((action) => ({
        key: keyOf(action.id),
        noun: action.resource,
        display: display(action),
        operation: operationOf(action),
      })),
  ),
  searches: entries(
    catalog.actions
      .filter((action) => action.rowsAt)
      .map((action) => ({
        key: keyOf(action.id),
        noun: action.resource,
        display: display(action),
        operation: operationOf(action),
      })),
  ),
};
