import { appConfig } from '@kismet/app-kit/build/app-config.ts'
import { defineConfig } from 'vite'

export default defineConfig(
  appConfig({
    sessionKey: 'adminToken',
    byAddress: {
      '/admin/': { modules: ['admin-web/src/pages/dashboard-page.tsx'], firstFrameFor: 'member' },
      '/admin/login': { modules: ['admin-web/src/pages/login-page.tsx'], firstFrameFor: 'visitor' },
      '/admin/deposit-requests': { modules: ['admin-web/src/features/deposits/deposit-queue.tsx'] },
      '/admin/qr-settings': { modules: ['admin-web/src/pages/qr-settings-page.tsx'] },
      '/admin/game-mode': { modules: ['admin-web/src/pages/game-mode-page.tsx'] },
    },
  }),
)
