import js from '@eslint/js'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/** Time and chance are injected, so that a test can say what they are: these two files are where they come from. */
const sourcesOfTimeAndChance = ['libs/service-kit/src/clock.ts', 'libs/service-kit/src/randomness.ts']

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '.local/**', 'bench/ledger-baselines/**', 'bench/plain-chain/**'] },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-invalid-void-type': ['error', { allowAsThisParameter: true }],
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'], location: 'anywhere' }],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } }],
      eqeqeq: 'error',
    },
  },
  {
    files: ['libs/**/*.ts', 'services/**/*.ts', 'gateway/**/*.ts'],
    ignores: [...sourcesOfTimeAndChance, '**/*.test.ts', '**/test/**', '**/bin/**', 'libs/app-kit/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Take the time from ctx.clock.' },
        { object: 'Math', property: 'random', message: 'Take chance from ctx.randomness.' },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Take the time from ctx.clock.' },
      ],
    },
  },
  {
    files: ['services/*/src/**/*.ts', 'gateway/src/**/*.ts'],
    ignores: ['**/src/config.ts', '**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only src/config.ts reads the environment.' },
        { object: 'Date', property: 'now', message: 'Take the time from ctx.clock.' },
        { object: 'Math', property: 'random', message: 'Take chance from ctx.randomness.' },
      ],
    },
  },
  {
    files: ['**/*.test.ts', '**/*.test.tsx', '**/test/**', '**/e2e/**'],
    rules: {
      'max-lines-per-function': 'off',
      'no-restricted-properties': [
        'error',
        ...['describe', 'it', 'test'].flatMap((object) =>
          ['only', 'skip', 'todo'].map((property) => ({ object, property })),
        ),
        { object: 'jest', property: 'mock', message: 'Override the context instead.' },
        { object: 'jest', property: 'unstable_mockModule', message: 'Override the context instead.' },
      ],
    },
  },
  { files: ['**/*.config.ts', '**/jest-*-{setup,teardown}.ts'], rules: { 'no-restricted-exports': 'off' } },
  {
    files: ['**/*.tsx', 'web/**/*.ts', 'admin-web/**/*.ts', 'libs/ui/**/*.ts'],
    ...reactHooks.configs.flat['recommended-latest'],
  },
  {
    files: ['deploy/**/*.ts', 'bench/**/*.ts', 'libs/real-servers/**/*.ts', '**/bin/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly' } },
  },
  {
    files: ['deploy/k6/**'],
    languageOptions: { globals: { __ENV: 'readonly', __VU: 'readonly', open: 'readonly', setTimeout: 'readonly' } },
  },
)
