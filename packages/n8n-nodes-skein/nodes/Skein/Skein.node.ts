import type {
  IDataObject,
  IExecuteFunctions,
  INodeExecutionData,
  INodeProperties,
  INodeType,
  INodeTypeDescription,
  NodeConnectionType,
} from 'n8n-workflow';
import type { AutomationAction, AutomationCatalog, AutomationField } from '../../catalog';
import catalogJson from '../../catalog.json';
import { callSkein } from './call-skein';

const { actions } = catalogJson as AutomationCatalog;
const main = ['main'] as unknown as NodeConnectionType[];
const resourceOf = (resource: string): string => resource.toLowerCase().replaceAll(' ', '-');
const titleOf = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .replace(/^./, (letter) => letter.toUpperCase());

function property(field: AutomationField): INodeProperties {
  const base = { displayName: titleOf(field.name), name: field.name };
  if (field.type === 'number') return { ...base, type: 'number', default: 0 };
  if (field.type === 'boolean') return { ...base, type: 'boolean', default: false };
  if (field.type === 'json') return { ...base, type: 'json', default: '{}' };
  if (field.type === 'choice') {
    const options = (field.choices ?? []).map((value) => ({ name: titleOf(value.toLowerCase()), value }));
    return { ...base, type: 'options', options, default: options[0]?.value ?? '' };
  }
  return {
    ...base,
    type: 'string',
    default: '',
    ...(field.type === 'list' ? { description: 'Separated by commas' } : {}),
  };
}

/** Required fields are shown at once, the others are added one by one. */
function propertiesOf(action: AutomationAction): INodeProperties[] {
  const displayOptions = { show: { resource: [resourceOf(action.resource)], operation: [action.id] } };
  const optional = action.fields.filter((field) => !field.isRequired);
  return [
    ...action.fields
      .filter((field) => field.isRequired)
      .map((field) => ({ ...property(field), required: true, displayOptions })),
    ...(optional.length > 0
      ? [
          {
            displayName: 'Additional Fields',
            name: 'additionalFields',
            type: 'collection' as const,
            placeholder: 'Add Field',
            default: {},
            options: optional.map(property),
            displayOptions,
          },
        ]
      : []),
  ];
}

const resources = [...new Set(actions.map((action) => action.resource))];

/** Every operation of Skein's contracts that is offered to automations. */
export class Skein implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Skein',
    name: 'skein',
    icon: 'file:skein.svg',
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["operation"]}}',
    description: 'Work with campaigns, leads and replies in Skein',
    defaults: { name: 'Skein' },
    inputs: main,
    outputs: main,
    usableAsTool: true,
    credentials: [{ name: 'skeinApi', required: true }],
    properties: [
      {
        displayName: 'Resource',
        name: 'resource',
        type: 'options',
        noDataExpression: true,
        options: resources.map((resource) => ({ name: resource, value: resourceOf(resource) })),
        default: resourceOf(resources[0] as string),
      },
      ...resources.map((resource): INodeProperties => {
        const own = actions.filter((action) => action.resource === resource);
        return {
          displayName: 'Operation',
          name: 'operation',
          type: 'options',
          noDataExpression: true,
          displayOptions: { show: { resource: [resourceOf(resource)] } },
          options: own.map(({ id, label, description }) => ({ name: label, value: id, action: label, description })),
          default: own[0]?.id ?? '',
        };
      }),
      ...actions.flatMap(propertiesOf),
    ],
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = [];
    for (let index = 0; index < this.getInputData().length; index += 1) {
      try {
        const id = this.getNodeParameter('operation', index) as string;
        const action = actions.find((each) => each.id === id);
        if (!action) throw new Error(`This version of the node does not know the operation ${id}.`);
        const answer = await run(this, action, index);
        const rows = action.rowsAt ? (answer[action.rowsAt] as IDataObject[]) : [answer];
        results.push(...rows.map((json) => ({ json, pairedItem: { item: index } })));
      } catch (error) {
        if (!this.continueOnFail()) throw error;
        results.push({ json: { error: (error as Error).message }, pairedItem: { item: index } });
      }
    }
    return [results];
  }
}

async function run(context: IExecuteFunctions, action: AutomationAction, index: number): Promise<IDataObject> {
  const more = context.getNodeParameter('additionalFields', index, {}) as IDataObject;
  let path = action.path;
  const qs: IDataObject = {};
  const body: IDataObject = {};
  for (const field of action.fields) {
    const given = field.isRequired ? context.getNodeParameter(field.name, index) : more[field.name];
    if (given === undefined || (given === '' && !field.isRequired)) continue;
    const value = valueOf(field, given);
    if (field.in === 'path') path = path.replace(`:${field.name}`, encodeURIComponent(String(value)));
    else (field.in === 'query' ? qs : body)[field.name] = value as IDataObject;
  }
  const sent = action.entryOf ? { [action.entryOf]: [body] } : body;
  return callSkein(context, action.method, path, action.method === 'GET' ? { qs } : { qs, body: sent });
}

function valueOf(field: AutomationField, given: unknown): unknown {
  if (typeof given !== 'string') return given;
  if (field.type === 'json') return JSON.parse(given) as unknown;
  if (field.type !== 'list') return given;
  return given
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
