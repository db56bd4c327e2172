import type { SignedIn, TestMain } from '#main/testing';

interface WireAnswer {
  status: number;
  json: never;
  text: string;
  headers: Headers;
}
/** A call of the public API by key: `await api('POST', '/campaigns/create', { name: 'One' })`. */
export type Api = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<WireAnswer>;

/** A lead as the public API answers it. */
export interface Lead {
  id: number;
  email: string;
  first_name: string | null;
  company_name: string | null;
  phone_number: string | null;
  custom_fields: Record<string, unknown>;
  is_unsubscribed: boolean;
}

/** A lead in its campaign. */
export interface LeadRow {
  campaign_lead_map_id: string;
  lead_category_id: number | null;
  status: string;
  created_at: string;
  lead: Lead;
}

export interface LeadPage {
  total_leads: string;
  offset: number;
  limit: number;
  data: LeadRow[];
}

/** The public API as a client has it: the base address and a key in the query. `json` is typed by whoever reads it. */
export async function wireApi(main: TestMain, person: SignedIn): Promise<Api> {
  const key = await main.apiKey(person);
  return async (method, path, body, headers) => {
    const answer = await main.app.request(`/api/v1${path}${path.includes('?') ? '&' : '?'}api_key=${key}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      text,
      headers: answer.headers,
      json: (answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null) as never,
    };
  };
}
