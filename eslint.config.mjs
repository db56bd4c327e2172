// What the type checker does not see. Layout is not a matter of lint; import directions stand in .dependency-cruiser.cjs.
import { noFiguresOfTime, noOwnLimits } from './packages/build/eslint/figures-of-time.mjs';
import { longFiles } from './packages/build/eslint/long-files.mjs';
import hooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { limitsFor } from './packages/build/eslint/limits.mjs';

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '**/generated/**',
      'coverage/**',
      'data/**',
      'screens/**',
      'e2e/report/**',
      'e2e/test-results/**',
    ],
  },
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.base],
    rules: {
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { prefer: 'type-imports', fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-empty-object-type': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        {
          args: 'after-used',
          argsIgnorePattern: '^_',
          varsIgnorePattern: '^_',
          destructuredArrayIgnorePattern: '^_',
          caughtErrors: 'all',
          ignoreRestSiblings: true,
        },
      ],
    },
  },
  {
    files: ['**/*.{ts,tsx,js,mjs,cjs}'],
    rules: {
      'no-var': 'error',
      'prefer-const': ['error', { ignoreReadBeforeAssign: true }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-debugger': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-cond-assign': 'error',
      'no-constant-binary-expression': 'error',
      'no-dupe-else-if': 'error',
      'no-fallthrough': 'error',
      'no-self-compare': 'error',
      'no-template-curly-in-string': 'error',
      'no-unreachable': 'error',
      'no-unsafe-finally': 'error',
      'no-unused-private-class-members': 'error',
      'require-atomic-updates': 'off',
      'use-isnan': 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  { files: ['**/*.test.{ts,tsx,mjs,cjs}', 'e2e/**/*.spec.ts'], rules: { 'max-lines': ['error', 500] } },
  {
    files: longFiles,
    rules: { 'max-lines': ['error', { max: 640, skipBlankLines: true, skipComments: true }] },
  },
  ...limitsFor(['packages/testing/src/**/*.{ts,tsx}', 'mfe-campaigns/src/campaign-form/**/*.{ts,tsx}']),
  {
    // Texts come from strangers and people: no expression takes more than linear time, wherever it is used. What the rules cannot see
    // (several characters before a repetition, expressions made of strings) the property test of linear time covers.
    files: ['**/*.{ts,tsx,js,mjs,cjs}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: true }],
    },
  },
  {
    // Servers log through platform/log; the two programs that speak to a terminal are main.ts and the scripts.
    files: ['backend/{src,faults}/**/*.ts'],
    ignores: ['backend/src/server/main.ts', '**/testing/**'],
    rules: { 'no-console': 'error' },
  },
  {
    files: ['backend/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: String.raw`^(?:\.\./){3,}`,
              message:
                'Import another room by its name, #platform/... say: they stand in backend/package.json, "imports".',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['{shell,mfe-*}/src/**/*.{ts,tsx}', 'packages/{mfe,ui}/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'no-console': ['error', { allow: ['warn', 'error'] }],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'react-router-dom',
              importNames: ['createBrowserRouter', 'createHashRouter', 'createMemoryRouter', 'RouterProvider'],
              message:
                'A data router beside single-spa runs its loaders and commits twice; use the BrowserRouter of packages/mfe.',
            },
          ],
        },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
          message: 'Mail and user text are shown in the sandboxed frame or as text, never as HTML of the page.',
        },
        {
          selector:
            "MemberExpression[property.name=/^(body|query|params|response)$/][object.object.property.name='endpoints']",
          message:
            'A page is built without the schemas of contracts (thin-contract-loader): import the schema by a name of its own.',
        },
        {
          selector: "VariableDeclarator[id.type='ObjectPattern'][init.property.name='endpoints']",
          message:
            'Name the endpoint where it is used: what is taken out of a contract this way has no schemas in a page.',
        },
        {
          selector: 'MemberExpression[property.name=/^toLocale(Date|Time)String$/]',
          message:
            'Dates and times of a screen are written by packages/ui/src/instant.tsx, in one order and with one name for a zone.',
        },
      ],
    },
  },
  {
    files: ['**/testing/**/*.{ts,tsx}', '**/testing.ts'],
    rules: { 'no-restricted-syntax': ['error', ...noFiguresOfTime] },
  },
  {
    // Recordings (e2e/videos) run at the speed of a reader, which takes a clock.
    files: ['**/*.{test,spec}.{ts,tsx,mjs,cjs}', 'e2e/{journeys,pages,screens,setup,slow,support}/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...noFiguresOfTime,
        ...noOwnLimits,
        {
          selector: 'MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(skip|only|todo|fixme)$/]',
          message: 'No test is skipped, and none is run alone.',
        },
        {
          selector: 'CallExpression[callee.name=/^(xit|xtest|xdescribe|fit|fdescribe)$/]',
          message: 'No test is skipped, and none is run alone.',
        },
        {
          selector:
            "CallExpression[callee.object.name='jest'][callee.property.name='mock'][arguments.0.value=/^(\\.|@skein)/]",
          message: 'Our own modules are not mocked: hand in a real one.',
        },
      ],
    },
  },
);
