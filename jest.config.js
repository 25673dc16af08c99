import { availableParallelism } from 'node:os'

/** One runner for all packages. Node code runs as native ESM; React components run in jsdom. */
const transform = {
  '^.+\\.(tsx?|po)$': [
    '<rootDir>/libs/app-kit/test/words-transform.js',
    {
      jsc: {
        target: 'es2024',
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
      },
      module: { type: 'es6' },
    },
  ],
}
const shared = {
  transform,
  setupFiles: ['<rootDir>/libs/test-env/short-stacks.js'],
  extensionsToTreatAsEsm: ['.ts', '.tsx', '.po'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/.local/'],
  modulePathIgnorePatterns: ['/.local/', '/dist/'],
}

/** Services in Jest hash passwords in no time. */
const quickPasswords = { '^argon2$': '<rootDir>/libs/test-env/src/quick-argon2.ts' }

export default {
  // A limit for what hangs, generous because machines differ; no test measures time.
  testTimeout: 60_000,
  // Half of the time of a test is waiting: two workers more than processors keep them busy.
  maxWorkers: Math.min(6, availableParallelism() + 2),
  // What a test file has loaded is not freed with it: a worker begins anew before that matters.
  workerIdleMemoryLimit: '1500MB',
  testSequencer: '<rootDir>/libs/test-env/jest-sequencer.js',
  projects: [
    {
      ...shared,
      displayName: 'node',
      testEnvironment: '<rootDir>/libs/test-env/jest-environment.js',
      roots: ['<rootDir>/libs', '<rootDir>/services', '<rootDir>/gateway', '<rootDir>/deploy', '<rootDir>/bench'],
      testPathIgnorePatterns: [...shared.testPathIgnorePatterns, '<rootDir>/libs/ui/', '<rootDir>/libs/app-kit/'],
      testMatch: ['**/*.test.ts'],
      moduleNameMapper: quickPasswords,
      globalSetup: '<rootDir>/libs/test-env/src/jest-global-setup.ts',
      globalTeardown: '<rootDir>/libs/test-env/src/jest-global-teardown.ts',
    },
    {
      ...shared,
      displayName: 'dom',
      testEnvironment: '<rootDir>/libs/app-kit/test/browser-environment.js',
      roots: ['<rootDir>/libs/ui', '<rootDir>/libs/app-kit', '<rootDir>/web', '<rootDir>/admin-web'],
      testMatch: ['**/*.test.ts', '**/*.test.tsx'],
      testPathIgnorePatterns: [...shared.testPathIgnorePatterns, '/e2e/'],
      moduleNameMapper: { '\\.(css|svg|png|woff2)$': '<rootDir>/libs/app-kit/test/asset-stub.js' },
    },
    {
      ...shared,
      displayName: 'browser',
      testEnvironment: '<rootDir>/libs/test-env/jest-environment.js',
      roots: ['<rootDir>/web/e2e', '<rootDir>/admin-web/e2e'],
      testMatch: ['**/*.test.ts'],
      moduleNameMapper: quickPasswords,
      globalSetup: '<rootDir>/libs/test-env/src/jest-browser-setup.ts',
      globalTeardown: '<rootDir>/libs/test-env/src/jest-global-teardown.ts',
    },
  ],
}
