import { until } from '../support/answered-lead';
import { sandbox } from '../support/campaign-run';
import { expect, test } from '../support/journey';
import { startReceiver } from '../support/webhook-receiver';

const secret = 'a secret of sixteen';

/* The whole job as a client of the public API does it: plain HTTP, the key in the query, nothing of our own code in between. */
test('a campaign from its making to an answered reply, over the public API alone, with signed webhooks', async ({
  request,
  demo,
}) => {
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    query: Record<string, string> = {},
  ): Promise<unknown> => {
    const address = `${demo.url}/api/v1${path}?${new URLSearchParams({ api_key: demo.api_key, ...query }).toString()}`;
    const answer = await request.fetch(address, { method, ...(body === undefined ? {} : { data: body }) });
    expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
    return answer.json();
  };
  const mark = Date.now().toString(36);
  const interested = `interested.${mark}@prospects.test`;
  const silent = `silent.${mark}@prospects.test`;
  const receiver = await startReceiver(secret);

  try {
    const box = demo.mailboxes[3] as { email: string; password: string };
    const accounts = (await call('GET', '/email-accounts/', undefined, { offset: '0', limit: '100' })) as {
      id: number;
      from_email: string;
      password: null;
    }[];
    const account = accounts.find((each) => each.from_email === box.email);
    expect(account).toMatchObject({ password: null });
    expect(await call('GET', `/email-accounts/${account?.id}/`)).toMatchObject({
      from_email: box.email,
      is_smtp_success: true,
    });
    const saved = (await call('POST', '/email-accounts/save', {
      id: null,
      from_name: 'Api Sender',
      from_email: `api.${mark}@getnorthlight.test`,
      user_name: box.email,
      password: 'wrong',
      smtp_host: demo.smtp.host,
      smtp_port: demo.smtp.port,
      imap_host: demo.imap.host,
      imap_port: demo.imap.port,
      max_email_per_day: 20,
      warmup_enabled: false,
    })) as { emailAccountId: number; data: { is_smtp_success: boolean; smtp_failure_error: string } };
    expect(saved.data).toMatchObject({ is_smtp_success: false, smtp_failure_error: expect.stringMatching(/535/) });
    await call('DELETE', `/email-accounts/${saved.emailAccountId}`);
    expect(Array.isArray(await call('GET', '/client/'))).toBe(true);
    const categories = (await call('GET', '/leads/fetch-categories')) as { id: number; name: string }[];
    expect(categories.slice(0, 2)).toMatchObject([
      { id: 1, name: 'Interested' },
      { id: 2, name: 'Meeting Request' },
    ]);

    const { id } = (await call('POST', '/campaigns/create', { name: `By API ${mark}`, client_id: null })) as {
      id: number;
    };
    await call('POST', `/campaigns/${id}/schedule`, {
      timezone: 'Etc/GMT',
      days_of_the_week: [0, 1, 2, 3, 4, 5, 6],
      start_hour: '00:00',
      end_hour: '23:59',
      min_time_btw_emails: 3,
      max_new_leads_per_day: 50,
      schedule_start_time: null,
    });
    await call('POST', `/campaigns/${id}/settings`, {
      track_settings: [],
      stop_lead_settings: 'REPLY_TO_AN_EMAIL',
      unsubscribe_text: 'Not for you? Unsubscribe',
      send_as_plain_text: false,
      follow_up_percentage: 50,
    });
    await call('POST', `/campaigns/${id}/sequences`, {
      sequences: [
        {
          id: null,
          seq_number: 1,
          seq_delay_details: { delay_in_days: 0 },
          seq_variants: [
            {
              subject: 'For {{company_name}}',
              email_body: '<p>Hi {{first_name}}, {short|quick} question.</p>',
              variant_label: 'A',
            },
            { subject: 'A question, {{first_name}}', email_body: '<p>Hello {{first_name}}.</p>', variant_label: 'B' },
          ],
        },
        {
          id: null,
          seq_number: 2,
          seq_delay_details: { delay_in_days: 1 },
          subject: '',
          email_body: '<p>Any thoughts?</p>',
        },
        {
          id: null,
          seq_number: 3,
          seq_delay_details: { delay_in_days: 2 },
          subject: '',
          email_body: '<p>Last note.</p>',
        },
      ],
    });
    expect(await call('GET', `/campaigns/${id}/sequences`)).toHaveLength(3);
    await call('POST', `/campaigns/${id}/email-accounts`, { email_account_ids: [account?.id] });
    expect(await call('GET', `/campaigns/${id}/email-accounts`)).toMatchObject([{ from_email: box.email }]);
    const hook = (await call('POST', `/campaigns/${id}/webhooks`, {
      id: null,
      name: 'All',
      webhook_url: receiver.url,
      event_types: ['EMAIL_SENT', 'EMAIL_REPLY', 'LEAD_CATEGORY_UPDATED'],
      categories: [],
      secret_key: secret,
    })) as { id: number };
    expect(hook.id).toBeGreaterThan(0);

    const lead = (email: string) => ({
      email,
      first_name: 'Ingrid',
      last_name: 'Solberg',
      company_name: 'Norrsken Cold',
      custom_fields: { dock_count: '12' },
    });
    expect(
      await call('POST', `/campaigns/${id}/leads`, {
        lead_list: [lead(interested), lead(silent), lead(silent), lead('nobody')],
        settings: { return_lead_ids: true },
      }),
    ).toMatchObject({ ok: true, upload_count: 4, added_count: 2, invalid_email_count: 1, duplicate_count: 1 });
    const found = (await call('GET', '/leads/', undefined, { email: silent })) as {
      id: string;
      lead_campaign_data: unknown[];
    };
    expect(found.lead_campaign_data).toHaveLength(1);
    expect(await call('GET', '/leads/', undefined, { email: `unknown.${mark}@prospects.test` })).toEqual({});
    await call('POST', `/campaigns/${id}/leads/${found.id}`, { ...lead(silent), first_name: 'Astrid' });

    for (const status of ['START', 'PAUSED', 'START']) await call('POST', `/campaigns/${id}/status`, { status });
    expect(await call('GET', `/campaigns/${id}`)).toMatchObject({ status: 'ACTIVE', name: `By API ${mark}` });
    await call('POST', `/campaigns/${id}/leads/${found.id}/pause`);
    const list = async () =>
      (
        (await call('GET', `/campaigns/${id}/leads`, undefined, { offset: '0', limit: '100' })) as {
          data: { status: string; lead_category_id: number | null; lead: { id: number; email: string } }[];
        }
      ).data;
    const answered = await until('the interested reply', async () =>
      (await list()).find(
        (row) => row.lead.email === interested && row.status === 'STOPPED' && row.lead_category_id === 1,
      ),
    );
    expect((await list()).find((row) => row.lead.email === silent)?.status).toBe('PAUSED');
    await call('POST', `/campaigns/${id}/leads/${found.id}/resume`, { resume_lead_with_delay_days: 0 });
    await call('POST', `/campaigns/${id}/leads/${found.id}/unsubscribe`);
    await call('POST', `/campaigns/${id}/leads/${answered.lead.id}/category`, { category_id: 5, pause_lead: false });

    const { history } = (await call('GET', `/campaigns/${id}/leads/${answered.lead.id}/message-history`)) as {
      history: { type: string; stats_id: string; message_id: string }[];
    };
    expect(history.map((message) => message.type)).toEqual(['SENT', 'REPLY']);
    expect(history[1]?.stats_id).toBe(history[0]?.stats_id);
    await call('POST', `/campaigns/${id}/reply-email-thread`, {
      email_stats_id: history[0]?.stats_id,
      email_body: '<p>Thank you, Ingrid.</p>',
      reply_message_id: history[1]?.message_id,
    });
    await until(
      'the answer at the mail server',
      async () =>
        (await sandbox.record({ query: { with_mails: true } })).mails.filter((mail) =>
          mail.recipients.includes(interested),
        ).length === 2,
    );
    const replies = (await call('POST', '/master-inbox/inbox-replies', {
      offset: 0,
      limit: 20,
      filters: { campaignId: id },
    })) as { data: { lead_email: string }[] };
    expect(replies.data.map((row) => row.lead_email)).toEqual([interested]);

    await until('the webhooks', async () =>
      ['EMAIL_SENT', 'EMAIL_REPLY', 'LEAD_CATEGORY_UPDATED'].every((name) =>
        receiver.received.some((event) => event.body['event_type'] === name),
      ),
    );
    expect(
      receiver.received.every(
        (event) =>
          event.isSigned && event.level === 'campaign' && event.requestId !== '' && event.body['campaign_id'] === id,
      ),
    ).toBe(true);
    expect(receiver.received.find((event) => event.body['event_type'] === 'EMAIL_REPLY')?.body).toMatchObject({
      to_email: interested,
      from_email: box.email,
      sl_email_lead_id: String(answered.lead.id),
    });

    const record = await sandbox.record({ query: { campaign_id: id } });
    const analytics = (await call('GET', `/campaigns/${id}/analytics`)) as { sent_count: string; reply_count: string };
    expect(analytics).toMatchObject({ reply_count: '1' });
    const statistics = (await call('GET', `/campaigns/${id}/statistics`, undefined, { offset: '0', limit: '100' })) as {
      total_stats: string;
    };
    expect(Number(statistics.total_stats)).toBe(Number(analytics.sent_count));
    expect(
      record.accepted - Number(analytics.sent_count),
      "the mail server has the campaign's emails and at most the answer besides",
    ).toBeLessThanOrEqual(1);
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    expect(
      await call('GET', `/campaigns/${id}/analytics-by-date`, undefined, { start_date: day(0), end_date: day(30) }),
    ).toMatchObject({ reply_count: '1' });

    await until(
      'the end of the campaign',
      async () => ((await call('GET', `/campaigns/${id}`)) as { status: string }).status === 'COMPLETED',
    );
    await call('DELETE', `/campaigns/${id}/webhooks`, { id: hook.id });
    await call('DELETE', `/campaigns/${id}`);
    expect((await request.get(`${demo.url}/api/v1/campaigns/${id}?api_key=${demo.api_key}`)).status()).toBe(404);
  } finally {
    await receiver.close();
  }
});
