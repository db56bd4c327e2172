/** Shapes of whole pages, each as its page is laid out. */
export type PageShape =
  | 'blank'
  | 'list'
  | 'tabbed-list'
  | 'figures-page'
  | 'campaign'
  | 'record'
  | 'inbox'
  | 'cards'
  | 'sections'
  | 'form-page'
  | 'editor-page';

/** The first that matches decides. */
const rules: readonly (readonly [RegExp, PageShape])[] = [
  [/^master-inbox\/recent/, 'list'],
  [/^master-inbox/, 'inbox'],
  [/\/overview\/(?:performance|analytics)|^email-account\/|^email-deliverability\/smart-inbox\/\d/, 'campaign'],
  [/\/overview/, 'tabbed-list'],
  [/^lead\/|^client-views\/\d|^bulk-email-accounts\/\d|^operator\/workspaces\/\d|^smart-servers\/.+\/\d/, 'record'],
  [/\/new-(?:campaign|subsequence).*sequences/, 'editor-page'],
  [/\/new|\/creation|\/import\b|^email-accounts\/warmup|cancellation/, 'form-page'],
  [/reports$/, 'list'],
  [/^(?:global-analytics|analytics|year-recap|home)|\/fleet/, 'figures-page'],
  [/^settings/, 'sections'],
  [/^(?:integrations\/native|smart-servers$|university|events|get-started|operator\/areas)/, 'cards'],
];

/** The shape of the page at an address, known before its area is loaded. */
export function shapeOfAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): PageShape {
  const [, path] = /^\/app\/(.*?)\/?$/.exec(pathname) ?? [];
  if (path === undefined) return 'blank';
  return rules.find(([pattern]) => pattern.test(path + search))?.[1] ?? 'list';
}
