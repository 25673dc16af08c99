import { socketPath } from '@kismet/contracts'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'
import { buildTargets } from './browsers.ts'
import { compressedFiles } from './compressed-files.ts'
import { droppableContracts } from './droppable-contracts.ts'
import { leanSocket } from './lean-socket.ts'
import { leanZod } from './lean-zod.ts'
import { pageFiles } from './page-files.ts'
import type { PageFiles } from './page-files.ts'
import { partsFile } from './parts-file.ts'
import { uiLayer } from './ui-layer.ts'
import { withoutDisplayNames } from './without-display-names.ts'
import { words } from './words.ts'

/** Files that most pages with a form load, as one part. Without this group the bundler moves them between parts when a page is added, and pages load files that they do not need. */
const kitOfForms =
  /\/libs\/ui\/src\/(?:(?:controls|layout)\/|feedback\/(?:notice|modal|warn-before-unload|use-is-open|tone|meter)\.)|\/web\/src\/core\/query-state\.|\/icons\/(?:eye(?:-off)?|triangle-exclamation-point)\.mjs/

/** The addresses of pictures. They weigh little; beside larger parts, a game would load the whole part for one address. */
const art = /\/libs\/ui\/src\/art\//

/** The lists of requests in both apps. Two parts with some of these files each would need each other. */
const requests =
  /\/web\/src\/(?:entities\/(?:requests\/|balance\/use-balance-followed)|features\/(?:safer-play\/(?:own-figures|use-safer-play)|deposit\/own-deposits))|\/admin-web\/src\/entities\/(?:queue\/|notices\/use-show-toast|players\/player-api|page\/evidence-link)/

/** What only pages have that send files. */
const filesToSend = /\/app-kit\/src\/upload\.ts$|\/libs\/ui\/src\/controls\/file-field\.|\/icons\/file-text\.mjs/

/** The maths of all games. In two parts with the maths of Mines, neither part would stand alone. */
const gameMaths = /\/libs\/fairness\/src\/(?:decimal|hmac-stream|payout|ratio|seeds)\.ts$|\/@noble\/hashes\//

/** The maths of Mines. They came along with the automatic bets of Dice, which then loaded the tiles of Mines. */
const minesMaths = /\/libs\/fairness\/src\/mines(?:-auto)?\.ts$/

/** The sky behind the login and the maintenance screen. It came along with the seal of a game. */
const sky = /\/libs\/ui\/src\/sky\//

/** What only the way in has. It came along with an arrow that a game has too. */
const wayIn = /\/web\/src\/features\/auth\//

/** What most lists of the back office are made of, with all imports of these files. The file of the tables then needs no part. */
const tables =
  /\/admin-web\/src\/core\/(?:use-is-phone|use-written|error-text|table\/)|\/node_modules\/@tanstack\/|\/icons\/(?:funnel-x|search)\.mjs/

/** The forms of the back office. They came along with the figures above a queue. */
const forms =
  /\/node_modules\/(?:react-hook-form|@hookform)\/|\/admin-web\/src\/(?:core\/fields|entities\/page\/settings-panel)\./

/** Each file is a way to the server, and a task in which it runs (`start-page.ts`). What the app loads anyway is one beside its own; what only pages share stays with them, in a few larger parts. */
const codeSplitting = {
  groups: [
    { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
    // Whoever asks for React DOM first runs all of it.
    { name: 'draw-app', test: /\/app-kit\/src\/draw-app\.ts$/ },
    { name: 'zod', test: /\/node_modules\/zod\/|\/zod-jitless\.ts$/ },
    { name: 'state', test: /\/node_modules\/(@reduxjs|immer|redux|reselect|react-redux|use-sync-external-store)\// },
    { name: 'contracts', test: /\/libs\/contracts\/src\//, tags: ['$initial' as const] },
    { name: 'common', minShareCount: 2, tags: ['$initial' as const] },
    { name: 'art', test: art, minShareCount: 2 },
    { name: 'requests', test: requests, minShareCount: 2, includeDependenciesRecursively: false },
    { name: 'files', test: filesToSend, minShareCount: 2, includeDependenciesRecursively: false },
    { name: 'maths', test: gameMaths, minShareCount: 2, includeDependenciesRecursively: false },
    { name: 'mines', test: minesMaths, minShareCount: 2, includeDependenciesRecursively: false },
    { name: 'auth', test: wayIn, minShareCount: 2, includeDependenciesRecursively: false },
    { name: 'sky', test: sky, minShareCount: 2, includeDependenciesRecursively: false },
    { name: 'tables', test: tables, minShareCount: 2 },
    { name: 'forms', test: forms, minShareCount: 2, includeDependenciesRecursively: false },
    { name: 'kit', test: kitOfForms, minShareCount: 4, includeDependenciesRecursively: false },
    // With what needs them in one part, and that in another one with what it needs, each of the two would have to run first.
    {
      name: 'calls',
      test: /\/libs\/contracts\/src\//,
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: 3_000,
    },
    { name: 'parts', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 4_000 },
  ],
}

/** The names of all pages that share a part would be in each file that loads it. */
const chunkFileNames = ({ name }: { name: string }): string =>
  `assets/${/^(?:calls|parts)(?=~)/.exec(name)?.[0] ?? '[name]'}-[hash].js`

/** The pages of an app, and the limit of what all of them load. `npm run page-weight` holds the app against the limits. */
export interface AppPages extends PageFiles {
  /** What everybody loads before a page: the entry, and what the entry loads by itself later on. */
  readonly shell: { readonly modules: readonly string[]; readonly mostKib: number }
}

/** How both apps are built. Nothing is inlined: the Content-Security-Policy lets in files of the app's origin only. */
export function appConfig(pages: AppPages): UserConfig {
  const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080'
  const proxy = {
    '/api': { target: gateway, changeOrigin: false },
    [socketPath]: { target: gateway, changeOrigin: false, ws: true },
  }
  return {
    plugins: [
      words(),
      uiLayer(),
      react(),
      droppableContracts(),
      leanSocket(),
      leanZod(),
      withoutDisplayNames(),
      pageFiles(pages),
      compressedFiles(),
      partsFile(),
    ],
    build: {
      target: buildTargets,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      sourcemap: false,
      rolldownOptions: { output: { codeSplitting, chunkFileNames } },
    },
    server: { proxy, fs: { allow: ['..'] } },
    preview: { proxy },
  }
}
