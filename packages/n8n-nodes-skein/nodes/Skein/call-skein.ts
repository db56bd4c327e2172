import type {
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestMethods,
  IHttpRequestOptions,
} from 'n8n-workflow';

/** Calls the installation of the credentials, and takes the answer out of its envelope. */
export async function callSkein(
  context: IExecuteFunctions | IHookFunctions,
  method: string,
  path: string,
  more: Pick<IHttpRequestOptions, 'qs' | 'body'> = {},
): Promise<IDataObject> {
  const { baseUrl } = await context.getCredentials('skeinApi');
  const answer = (await context.helpers.httpRequestWithAuthentication.call(context, 'skeinApi', {
    method: method as IHttpRequestMethods,
    url: `${String(baseUrl).replace(/\/$/, '')}${path}`,
    json: true,
    ...more,
  })) as { data?: IDataObject };
  return answer.data ?? {};
}
