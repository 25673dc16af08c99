/** The boundaries of docs/concepts/architecture.md as checks. A new arrow between packages is a decision: change the design first. */
const packages = (allowed) => ({
  path: '^(libs|services|gateway|web|admin-web|deploy|bench)/',
  pathNot: [...allowed, 'node_modules/'],
})
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: packages([from, ...allowed]),
})
/** The layers of an app, lowest first: none imports a higher one. Tests stand beside what they test and open the whole app. */
const layers = (names) =>
  names.slice(0, -1).map((name, at) => ({
    name: `${name}-imports-nothing-above`,
    severity: 'error',
    from: { path: `^(web|admin-web)/src/${name}/`, pathNot: '\\.test\\.tsx?$' },
    to: { path: `^(web|admin-web)/src/(${names.slice(at + 1).join('|')}|testing)/|/src/main\\.tsx$` },
  }))

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    { name: 'declared', severity: 'error', from: {}, to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] } },
    only('contracts-alone', '^libs/contracts/', []),
    {
      name: 'contracts-zod-only',
      severity: 'error',
      from: { path: '^libs/contracts/src', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm', 'core'], pathNot: 'node_modules/zod/' },
    },
    only('fairness-alone', '^libs/fairness/', []),
    {
      name: 'fairness-noble-only',
      severity: 'error',
      from: { path: '^libs/fairness/src', pathNot: ['\\.test\\.ts$', '/bin/'] },
      to: { dependencyTypes: ['npm', 'core'], pathNot: 'node_modules/@noble/hashes/' },
    },
    only('real-servers-know-contracts', '^libs/real-servers/', ['^libs/contracts/']),
    {
      name: 'no-lib-knows-deploy',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^deploy/' },
    },
    only('service-kit-knows-contracts', '^libs/service-kit/', ['^libs/contracts/', '^libs/test-env/']),
    only('game-kit-knows-no-service', '^libs/game-kit/', ['^libs/(contracts|service-kit|fairness|test-env)/']),
    {
      name: 'test-env-in-tests-only',
      severity: 'error',
      from: { path: '/src/', pathNot: ['\\.test\\.tsx?$', '^libs/test-env/', '^deploy/local/', '^bench/'] },
      to: { path: '^libs/test-env/' },
    },
    {
      name: 'no-service-knows-another',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: packages(['^services/$1/', '^libs/(contracts|service-kit|game-kit|fairness|test-env)/']),
    },
    only('gateway-is-thin', '^gateway/src/', ['^libs/(contracts|service-kit|test-env)/']),
    only('journeys-see-the-whole', '^gateway/test/', [
      '^gateway/',
      '^libs/(contracts|fairness|service-kit|test-env|real-servers)/',
    ]),
    {
      name: 'gateway-no-database',
      severity: 'error',
      from: { path: '^gateway/src' },
      to: { path: 'node_modules/(pg|mongoose)/' },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      from: { path: '^(services/[^/]+|gateway)/src/domain/', pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: [
          '/src/domain/',
          '^libs/contracts/',
          '^libs/fairness/',
          '^libs/game-kit/src/game.ts',
          'node_modules/zod/',
        ],
      },
    },
    ...layers(['core', 'entities', 'features', 'pages', 'shell']),
    {
      name: 'a-feature-never-imports-another',
      severity: 'error',
      from: { path: '^(web|admin-web)/src/features/([^/]+)/' },
      to: { path: '^$1/src/features/', pathNot: '^$1/src/features/$2/' },
    },
    {
      name: 'entities-import-one-way',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(web|admin-web)/src/entities/' },
      to: { circular: true },
    },
    // What a person pasted is cleaned in one way, in fields and by the server.
    only('ui-is-presentational', '^libs/ui/', ['^libs/contracts/src/plain-text\\.ts$']),
    only('app-kit-knows-contracts', '^libs/app-kit/', ['^libs/contracts/']),
    only('web-alone', '^web/', ['^libs/(contracts|fairness|ui|app-kit|test-env)/']),
    only('admin-web-alone', '^admin-web/', ['^libs/(contracts|fairness|ui|app-kit|test-env)/']),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['(^|/)dist/', '\\.local/', '^bench/plain-chain/'] },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json', '.css'],
    },
  },
}
