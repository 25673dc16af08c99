import type { AppPages } from '@kismet/app-kit/build/app-config.ts'
import { appConfig } from '@kismet/app-kit/build/app-config.ts'
import { defineConfig } from 'vite'

/** Each page with its first frame, and the limit of weight of the shell. */
export const pages: AppPages = {
  sessionKey: 'adminToken',
  shell: {
    modules: [
      'admin-web/src/main.tsx',
      'admin-web/src/features/deposits/deposit-queue.tsx',
      'socket.io-client/build/esm/index.js',
    ],
    mostKib: 264,
  },
  byAddress: {
    '/admin/': { modules: ['admin-web/src/features/overview/dashboard-page.tsx'], firstFrameFor: 'member' },
    '/admin/login': { modules: ['admin-web/src/features/login/login-page.tsx'], firstFrameFor: 'visitor' },
    '/admin/deposit-requests': { modules: ['admin-web/src/features/deposits/deposit-queue.tsx'] },
    '/admin/qr-settings': { modules: ['admin-web/src/features/qr-settings/qr-settings-page.tsx'] },
    '/admin/game-mode': { modules: ['admin-web/src/features/maintenance/game-mode-page.tsx'] },
  },
}

export default defineConfig(appConfig(pages))
