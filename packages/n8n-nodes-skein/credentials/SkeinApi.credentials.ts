import type { IAuthenticateGeneric, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

/** An API key of Skein and where the installation is. */
export class SkeinApi implements ICredentialType {
  name = 'skeinApi';
  displayName = 'Skein API';
  documentationUrl = 'https://github.com/skein/skein/blob/main/docs/public-api.md';
  properties: INodeProperties[] = [
    {
      displayName: 'Address',
      name: 'baseUrl',
      type: 'string',
      default: '',
      placeholder: 'https://app.example.com',
      description: 'Where you log in to Skein',
      required: true,
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description: 'Settings, API keys',
      required: true,
    },
  ];
  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { 'X-API-Key': '={{$credentials.apiKey}}' } },
  };
  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.baseUrl.replace(/\\/$/, "")}}', url: '/api/campaigns', qs: { limit: 1 } },
  };
}
