import type { Prepared, Preparations } from './prepared-route';

/** Two versions of an area are deployed. */
const ofRemote = (body: Record<string, unknown>) => async (): Promise<Prepared> => ({
  params: { remote: 'inbox' },
  body,
});

const picture = async (): Promise<Prepared> => ({ params: { file: 'ab-tests-that-decide.webp' } });

export const deployedFilePreparations: Preparations = {
  'PUT /api/operator/remotes/:remote/canary': ofRemote({ canary: { version: '1', percent: 20 } }),
  'PUT /api/operator/remotes/:remote/off': ofRemote({ is_off: false }),
  'PUT /api/operator/remotes/:remote/pin': ofRemote({ workspace_id: 1, version: '2' }),
  'POST /api/operator/remotes/:remote/rollback': ofRemote({}),
  'GET /api/university/pictures/:file': picture,
  'GET /api/university/videos/:file': async () => ({ params: { file: 'client-reports.webm' } }),
  'PUT /api/university/operator/events/:eventSlug/recording': async () => ({
    body: { day: '2026-01-07', url: 'https://video.company.test/office-hours' },
  }),
  'GET /docs/api/:file': async () => ({ params: { file: 'frame.css' } }),
};
