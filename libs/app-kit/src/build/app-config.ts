import { socketPath } from '@kismet/contracts'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'
import { buildTargets } from './browsers.ts'
import { compressedFiles } from './compressed-files.ts'
import { droppableContracts } from './droppable-contracts.ts'
import { pageFiles } from './page-files.ts'
import type { PageFiles } from './page-files.ts'
import { withoutJsonSchema } from './without-json-schema.ts'
import { words } from './words.ts'

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
    { name: 'parts', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 6_000 },
  ],
}

/** How both apps are built. Nothing is inlined: the Content-Security-Policy lets in files of the app's origin only. */
export function appConfig(pages: PageFiles): UserConfig {
  const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080'
  const proxy = {
    '/api': { target: gateway, changeOrigin: false },
    [socketPath]: { target: gateway, changeOrigin: false, ws: true },
  }
  return {
    plugins: [words(), react(), droppableContracts(), withoutJsonSchema(), pageFiles(pages), compressedFiles()],
    build: {
      target: buildTargets,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      sourcemap: false,
      rolldownOptions: { output: { codeSplitting } },
    },
    server: { proxy, fs: { allow: ['..'] } },
    preview: { proxy },
  }
}
