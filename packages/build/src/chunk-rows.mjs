const anyOf = (...names) => new RegExp(`^(${names.join('|')})$`);

const ui = (...files) => new RegExp(`[\\\\/]packages[\\\\/]ui[\\\\/]src[\\\\/](${files.join('|')})`);

/**
 * Which file of the shell a module goes into. Shared modules are otherwise one file each, which is one request each. Grouped by
 * when they are needed: `platform` and `core` by the login page and by everybody, `frame` and `tables` by the campaigns list behind it,
 * `overlays` with the first thing that floats, `pickers` with the first field of a filter or a date,
 * `contracts` (zod, and what has schemas) and `forms` with the first form of many fields, the others with the first page that shows such a
 * thing. The first row that fits wins; `not` are files of its packages that belong to a later one.
 */
const chunkRows = [
  {
    name: 'platform',
    packages: anyOf(
      'react',
      'react-dom',
      'scheduler',
      'react-redux',
      'redux',
      'redux-thunk',
      'reselect',
      'immer',
      '@reduxjs/toolkit',
      'use-sync-external-store',
      'styled-components',
      'stylis',
      '@emotion/.*',
      'axios',
      'react-router',
      'react-router-dom',
      'cookie',
      '@standard-schema/.*',
    ),
    not: /[\\/]toolkit[\\/]dist[\\/]query[\\/]/,
    files: /[\\/]packages[\\/]build[\\/]provided[\\/](react-|redux-toolkit\.|styled-components|no-axios)/,
  },
  {
    name: 'contracts',
    packages: anyOf('zod'),
    files:
      /[\\/](packages[\\/](contracts[\\/]src[\\/]((address-rules|sign-in-rules|schemas)\.ts|main[\\/]auth\.contract\.ts\?whole)|build[\\/]provided[\\/](zod|no-json)))/,
  },
  { name: 'forms', packages: anyOf('react-hook-form', '@hookform/.*') },
  {
    name: 'editor',
    packages: anyOf(
      '@tiptap/.*',
      'prosemirror-.*',
      'orderedmap',
      'rope-sequence',
      'w3c-keyname',
      'linkifyjs',
      'fast-equals',
    ),
    files: ui('editor[\\\\/]', 'rich-text'),
  },
  {
    name: 'charts',
    packages: anyOf('apexcharts', 'react-apexcharts', 'prop-types', '@svgdotjs/.*'),
    files: ui('chart'),
  },
  {
    // What the login page is made of, and nothing else: it is what everybody waits for first.
    name: 'core',
    packages: anyOf('style-loader', 'css-loader', '@fontsource-variable/.*'),
    files:
      /[\\/](shell[\\/]src[\\/](app|bootstrap|contact-link|runtime-config|frame[\\/](first-keys|frame-style|overlays-state|theme-signal)|guards[\\/][a-z-]+|telemetry[\\/]consent(-box)?|remotes[\\/](preload|registry|verify-registry)|session[\\/](connect-session|auth-calls)|public[\\/](public-screens|public-layout|login.page|login-form|login-rules|form-errors|proof-panel|service-status))|packages[\\/]contracts[\\/]src[\\/]((?!brand-|bulk-run\.|calendar-answer-view|csv-cell|mail-providers|mail-refusals|plain-template|sender-causes)[a-z-]+|main[\\/]auth\.contract)|packages[\\/](mfe[\\/]src[\\/](access|actions|area-boundary|arriving|brand|failure-panel|first-shapes|guarded-person|host|host-link|lazy-page|manifest|navigation|page|page-connection|page-shape|page-skeleton|persistence|problem|session|shortcuts|signal|sound-areas|stale-build|store|telemetry|transport|typing-place|slices[\\/][a-z-]+)|ui[\\/]src[\\/](button|callout|date-format|empty-drawing|empty-state|failure-sentence|field|field-error|global-style|glyph-shapes|icon|icon-paths|input-shell|instant|kept-(place|undos)|link|messages-above|overlay-surface|password-input|skeleton|status|text-input|theme|toast(-room|-store)?|tokens|tooltip|typed-ahead|overlay[\\/](later-part|opener|trigger)|ui-provider|undo-list|visually-hidden)))\.tsx?$/,
  },
  {
    // What floats, and what places it: asked for by the pointer, the focus or a press, never by a page that is painted.
    name: 'overlays',
    packages: anyOf(
      '@floating-ui/.*',
      'radix-ui',
      '@radix-ui/.*',
      'react-remove-scroll.*',
      'react-style-singleton',
      'use-callback-ref',
      'use-sidecar',
      'get-nonce',
      'aria-hidden',
      'detect-node-es',
    ),
    not: /[\\/]react-(switch|slider)[\\/]|[\\/]radix-ui[\\/]dist[\\/](switch|slider)/,
    files: ui('overlay[\\\\/]', '(confirm-dialog|dialog|drawer|return-focus|segmented)\\.tsx', 'table[\\\\/]tell-cut'),
  },
  {
    // What loads areas: fetched while the frame is painted (see `early`), run with the first area.
    name: 'federation',
    packages: anyOf('@module-federation/.*'),
    files: /[\\/]shell[\\/]src[\\/]remotes[\\/](federation|federation-runtime|provided-modules)\.ts$/,
  },
  {
    name: 'frame',
    packages: anyOf('single-spa', 'single-spa-react', 'tslib', '@reduxjs/toolkit'),
    files:
      /[\\/](packages[\\/]build[\\/]provided[\\/]redux-toolkit-query\.mjs$|shell[\\/]src[\\/](frame[\\/](?!overlays\.|command-palette|find-actions|guides-|help-sheet|own-addresses|page-actions|palette-lines|sandbox-dialog|search-api|settings-places|shortcut-keys|use-found-records|use-library)|remotes[\\/]|session[\\/]log-out)[a-z.-]*|packages[\\/](contracts[\\/]src[\\/]main[\\/](live|notices|sandbox|start)\.contract|mfe[\\/]src[\\/](api|api-cache|area|area-presence|area-providers|campaign-time|host|live|not-found-page|page|plans|system-api|toasts)|ui[\\/]src[\\/](counted|menu|popover|avatar|badge|icon-button|kbd|text|page-header|layout|use-media|error-boundary)))(\.tsx?)?$/,
  },
  {
    name: 'windowed',
    packages: anyOf('@tanstack/.*'),
    files: ui('table[\\\\/](kept-range|windowed-rows)', 'windowed-list'),
  },
  { name: 'pickers', files: ui('(calendar-[a-z]+|combobox(-parts)?|date-(field|range(-[a-z]+)?|text))\\.tsx?$') },
  {
    name: 'controls',
    packages: anyOf('radix-ui', '@radix-ui/.*'),
    files:
      /[\\/]packages[\\/](contracts[\\/]src[\\/](brand-[a-z]+|bulk-run|mail-providers|mail-refusals|plain-template|sender-causes)|mfe[\\/]src[\\/](data-query|lists[\\/](choose-tags-dialog|filtered-list|name-view-dialog)|mounted-part|no-access-page|run-card|save-answer)|ui[\\/]src[\\/](card|category-badge|code-block|file-drop|hidden-elements|instant-text|mail-document|mail-frame|number-input|page-nonce|rule-list|slider|stat|stepper|switch|text-area|timeline))\.tsx?$/,
  },
  { name: 'seeds', files: /[\\/]packages[\\/]mfe[\\/]src[\\/](form-dialog|seeds[\\/][a-z-]+)\.tsx$/ },
  {
    // The campaigns list, where people arrive, and lists like it; and nearly everything that no row names: it weighs
    // what it weighs, and brings no other chunk with it.
    name: 'tables',
    files:
      /[\\/]packages[\\/](contracts[\\/]src[\\/]main[\\/]list-views\.contract\.ts$|(mfe|ui)[\\/]src[\\/](?!(delay-field|device-name|field-group|filter-fold|kept-in-tab|skeleton-shapes)\.))/,
  },
];

function packageOf(resource) {
  const inside = resource.split(/[\\/]node_modules[\\/]/);
  return inside.length < 2 ? undefined : /^(?:@[^\\/]+[\\/])?[^\\/]+/.exec(inside.at(-1))?.[0].replaceAll('\\', '/');
}

export function chunkGroups() {
  return Object.fromEntries(
    chunkRows.map(({ name, packages, files, not }, index) => [
      name,
      {
        name,
        chunks: 'all',
        enforce: true,
        priority: 50 - index,
        test(module) {
          const resource = module.resource ?? module.nameForCondition?.() ?? '';
          const bare = packageOf(resource);
          return bare === undefined
            ? (files?.test(resource) ?? false)
            : (packages?.test(bare) ?? false) && !not?.test(resource);
        },
      },
    ]),
  );
}
